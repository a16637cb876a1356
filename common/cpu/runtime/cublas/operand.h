// The vectors and matrices of a routine: which bytes of memory it touches, and whether it may.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "../task.h"
#include "call.h"

namespace warpup::runtime::cublas {

/// Elements in columns that are `step` bytes apart. A vector with an increment has one row.
struct Operand {
  enum class Shape { kFull, kLower, kUpper };
  const char* name = "";
  const void* base = nullptr;
  std::size_t element = 0, rows = 0, columns = 0, step = 0;
  Shape shape = Shape::kFull;
  bool diagonal = true;  // false: a triangle without it

  bool empty() const { return rows == 0 || columns == 0; }
  std::size_t span() const;  // bytes from the first element to the last, both included
};

template <class T>
Operand vector_operand(const char* name, const T* x, int n, int increment) {
  const auto count = static_cast<std::size_t>(n > 0 ? n : 0);
  const auto distance = static_cast<std::size_t>(increment < 0 ? -increment : increment);
  if (distance == 1) return {name, x, sizeof(T), count, 1, count * sizeof(T)};
  return {name, x, sizeof(T), 1, distance == 0 ? 1 : count, distance * sizeof(T)};
}

inline Operand bytes_matrix(const char* name, const void* a, std::size_t element, int rows,
                            int columns, int leading) {
  return {name,
          a,
          element,
          static_cast<std::size_t>(rows),
          static_cast<std::size_t>(columns),
          static_cast<std::size_t>(leading) * element};
}

template <class T>
Operand matrix_operand(const char* name, const T* a, int rows, int columns, int leading) {
  return bytes_matrix(name, a, sizeof(T), rows, columns, leading);
}

template <class T>
Operand triangle_operand(const char* name, const T* a, int n, int leading, cublasFillMode_t uplo,
                         cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT) {
  Operand triangle = matrix_operand(name, a, n, n, leading);
  triangle.shape = uplo == CUBLAS_FILL_MODE_LOWER ? Operand::Shape::kLower : Operand::Shape::kUpper;
  triangle.diagonal = diag == CUBLAS_DIAG_NON_UNIT;
  return triangle;
}

/// alpha or beta: a value taken at the call, or device memory that is read when the work runs.
template <class T>
struct Scalar {
  const char* name = "";
  T value{};
  const T* on_device = nullptr;
};

template <class T>
Scalar<T> scalar(const BlasCall& call, const char* name, const T* p);

/// What a routine's work sees of the device while it runs. Operands are announced before they are
/// touched; the first one that isn't accessible fails the work.
class Access {
 public:
  explicit Access(check::Op* op) : op_(op) {}
  bool reads(const Operand& operand) { return touches(operand, true, false); }
  bool writes(const Operand& operand) { return touches(operand, false, true); }
  bool updates(const Operand& operand) { return touches(operand, true, true); }
  template <class T>
  T value(const Scalar<T>& s) {
    if (!s.on_device) return s.value;
    return reads(vector_operand(s.name, s.on_device, 1, 1)) ? *s.on_device : T{};
  }
  /// 0, or the error that ends the device.
  int error() const { return error_; }

 private:
  bool touches(const Operand& operand, bool read, bool write);
  check::Op* op_;
  int error_ = 0;
};

/// Announces the operands and does the arithmetic. It may run many times (graphs).
using Body = std::function<void(Access&)>;
std::shared_ptr<Work> blas_work(Body body);

}  // namespace warpup::runtime::cublas
