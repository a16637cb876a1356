// OpenBLAS, loaded when the first handle is created: programs that don't use cuBLAS pay nothing.
#pragma once

#include <cstddef>

namespace warpup::runtime::cublas {

/// Values of the C interface to BLAS (its enumerations are plain numbers).
enum CblasValue : int {
  kColumnMajor = 102,
  kNoTranspose = 111,
  kTranspose = 112,
  kUpper = 121,
  kLower = 122,
  kNonUnit = 131,
  kUnit = 132,
  kLeft = 141,
  kRight = 142,
};

/// The routines of one precision. Names and arguments are those of cblas.h.
template <class T>
struct Blas {
  void (*axpy)(int n, T alpha, const T* x, int incx, T* y, int incy);
  void (*scal)(int n, T alpha, T* x, int incx);
  void (*copy)(int n, const T* x, int incx, T* y, int incy);
  void (*swap)(int n, T* x, int incx, T* y, int incy);
  T (*dot)(int n, const T* x, int incx, const T* y, int incy);
  T (*nrm2)(int n, const T* x, int incx);
  T (*asum)(int n, const T* x, int incx);
  void (*gemv)(int order, int trans, int m, int n, T alpha, const T* a, int lda, const T* x,
               int incx, T beta, T* y, int incy);
  void (*ger)(int order, int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* a,
              int lda);
  void (*symv)(int order, int uplo, int n, T alpha, const T* a, int lda, const T* x, int incx,
               T beta, T* y, int incy);
  void (*trsv)(int order, int uplo, int trans, int diag, int n, const T* a, int lda, T* x,
               int incx);
  void (*gemm)(int order, int transa, int transb, int m, int n, int k, T alpha, const T* a, int lda,
               const T* b, int ldb, T beta, T* c, int ldc);
  void (*syrk)(int order, int uplo, int trans, int n, int k, T alpha, const T* a, int lda, T beta,
               T* c, int ldc);
  void (*trsm)(int order, int side, int uplo, int trans, int diag, int m, int n, T alpha,
               const T* a, int lda, T* b, int ldb);
};

/// Loads the library at the first call. Null, or why it isn't there.
const char* load_openblas();

/// After load_openblas() has succeeded.
template <class T>
const Blas<T>& blas();

}  // namespace warpup::runtime::cublas
