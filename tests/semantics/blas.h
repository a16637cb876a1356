// What the programs about cuBLAS share: a handle, column-major matrices, products in float64.
#pragma once

#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "check.h"

namespace semantics {

inline void require_blas(cublasStatus_t status, const char* what, const char* file, int line) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::printf("%s:%d: %s failed: %s\nFAIL\n", file, line, what, cublasGetStatusName(status));
  std::exit(1);
}

/// A handle, destroyed at the end of its scope.
class Blas {
 public:
  Blas() { require_blas(cublasCreate(&handle_), "cublasCreate", __FILE__, __LINE__); }
  ~Blas() { cublasDestroy(handle_); }
  Blas(const Blas&) = delete;
  Blas& operator=(const Blas&) = delete;
  operator cublasHandle_t() const { return handle_; }

 private:
  cublasHandle_t handle_ = nullptr;
};

/// `count` values from -1 to 1.
template <class T>
std::vector<T> random_values(size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<T> values(count);
  for (T& v : values) v = static_cast<T>(uniform(engine));
  return values;
}

/// Element (row, col) of op(M), where M is column-major with leading dimension ld.
template <class T>
double element(const std::vector<T>& m, int ld, cublasOperation_t op, int row, int col) {
  if (op != CUBLAS_OP_N) std::swap(row, col);
  return static_cast<double>(
      m[static_cast<size_t>(col) * static_cast<size_t>(ld) + static_cast<size_t>(row)]);
}

/// Says whether all differ by at most `tolerance`, and by how much.
template <class T>
void expect_near(const std::string& name, const std::vector<T>& got,
                 const std::vector<double>& expected, double tolerance) {
  double worst = 0;
  size_t where = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    const double error = std::fabs(static_cast<double>(got[i]) - expected[i]);
    if (!(error <= worst)) worst = error, where = i;
  }
  const bool ok = got.size() == expected.size() && worst <= tolerance;
  std::printf("%s: largest error %.3g, allowed %.3g\n", name.c_str(), worst, tolerance);
  if (ok) return;
  std::printf("  element %zu: expected %.9g, got %.9g\n", where, expected[where],
              static_cast<double>(got[where]));
  ++failures();
}

}  // namespace semantics

// A macro, because it names the call and its line.
#define REQUIRE_BLAS(CALL) ::semantics::require_blas((CALL), #CALL, __FILE__, __LINE__)
