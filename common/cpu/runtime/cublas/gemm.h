// Matrix products of every type: C = alpha op(A) op(B) + beta C.
#pragma once

#include "call.h"
#include "operand.h"

namespace warpup::runtime::cublas {

/// What becomes of float inputs before they are multiplied (sums are always float).
enum class InputRounding { kNone, kTf32, kHalf, kBfloat16 };
InputRounding rounding_of(cublasMath_t mode, cublasComputeType_t type);

/// The elements of A and B, and those of C.
struct ElementTypes {
  cudaDataType ab, c;
};
template <class T>
constexpr cudaDataType type_of() {
  return sizeof(T) == sizeof(float) ? CUDA_R_32F : CUDA_R_64F;
}
std::size_t bytes_of(cudaDataType type);

/// A product whose matrices are named when it runs. T is the type of alpha, beta and the sums.
template <class T>
struct Product {
  cublasOperation_t transa, transb;
  int m, n, k;
  Scalar<T> alpha, beta;
  int lda, ldb, ldc;
  ElementTypes types;
  InputRounding rounding;

  Operand a(const void* p) const;
  Operand b(const void* p) const;
  Operand c(const void* p) const;
  /// Announces the matrices and multiplies.
  void run(Access& access, const void* a, const void* b, void* c) const;
};

/// Checks all but the matrices.
template <class T>
Product<T> checked_product(BlasCall& call, cublasOperation_t transa, cublasOperation_t transb,
                           int m, int n, int k, const T* alpha, int lda, int ldb, const T* beta,
                           int ldc);

}  // namespace warpup::runtime::cublas
