// Lesson 10: what its files share. All matrices are row-major: A is
// (m, k), B is (k, n), C = A B is (m, n).
//   lesson.cu     the steps of the ladder, and how they are checked
//   ladder.cu     the kernels of the ladder
//   library.cu    cuBLAS and column-major matrices
//   precision.cu  references, rounding, TF32
//   tiles.h       what the vector kernels are made of
//   wrong.cu      what goes wrong
//   tensor_gpu.cu a product on tensor cores, and the FP32 ceiling
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cuda/blas.h"
#include "cuda/buffer.h"
#include "lesson/program.h"

constexpr uint64_t kSeed = 10;
constexpr double kUnitRoundoff = 0x1p-24;  // of float

inline int ceil_div(int a, int b) { return a / b + (a % b != 0); }

struct Sizes {
  int m, n, k;
  size_t a() const { return static_cast<size_t>(m) * k; }  // elements
  size_t b() const { return static_cast<size_t>(k) * n; }
  size_t c() const { return static_cast<size_t>(m) * n; }
  double multiply_adds() const { return 1.0 * m * n * k; }
};

struct Product {
  Sizes size;
  const float* d_a;
  const float* d_b;
  float* d_c;
};

// ---- the ladder (ladder.cu): each launches a kernel of that name ----

void gemm_naive(const Product& p);
void gemm_tile(const Product& p);
void gemm_registers(const Product& p);
void gemm_vector(const Product& p);
void gemm_double(const Product& p);

// The kernel of gemm_double with other tiles.
struct Tiling {
  std::string name;  // "128 x 128 x 16, 8 x 8 a thread"
  void (*gemm)(const Product& p);
};
const std::vector<Tiling>& tilings();

// ---- products on a GPU alone (tensor_gpu.cu) ----

WARPUP_GPU_ONLY void gemm_tensor(const Product& p);
// Runs multiply-adds in registers, and returns how many.
WARPUP_GPU_ONLY double run_multiply_adds(float* d_out);

// ---- references and comparison (precision.cu) ----

// C in float64, and |A| |B|: what the dot products add up, by size.
struct Reference {
  std::vector<double> product, magnitude;
};
// By the definition, on the host.
Reference reference_product(const Sizes& s, const std::vector<float>& a,
                            const std::vector<float>& b);
// By cublasDgemm, for sizes that would take the host minutes.
Reference reference_by_library(const Sizes& s,
                               const std::vector<float>& a,
                               const std::vector<float>& b);

// The largest |got - product| / magnitude of all elements.
double worst_error(const Reference& expected,
                   const std::vector<float>& got);
// What k multiply-adds in a row may be off by, in the same terms:
// (1 + u)^k - 1 is less than this.
inline double error_bound(int k) {
  return k * kUnitRoundoff / (1 - k * kUnitRoundoff);
}

// ---- the matrices of the ladder (lesson.cu) ----

struct LadderInput {
  explicit LadderInput(const Sizes& sizes);
  Sizes size;
  std::vector<float> a, b;  // in [-1, 1)
  Reference expected;
  gpu::DeviceBuffer<float> d_a, d_b, d_c;
  Product product() {
    return {size, d_a.data(), d_b.data(), d_c.data()};
  }
};
LadderInput& ladder_input();

// Multiply-adds in `ms` milliseconds, as 1e12 operations a second: a
// multiplication and an addition are two.
inline double teraflops(double multiply_adds, double ms) {
  return 2 * multiply_adds / (ms * 1e9);
}

// C = A B by cublasSgemm, row-major (library.cu).
void gemm_cublas(cublasHandle_t handle, const Product& p);

// ---- steps of the other files ----

void step_columns();
void step_four_ways();
void step_wrong_calls();
void step_chain_length();
void step_tf32();
void step_tensor();
void step_wrong_barrier();
void step_wrong_edge();
void step_wrong_axis();
