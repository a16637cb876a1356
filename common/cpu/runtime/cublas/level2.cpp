// Level 2: a matrix and vectors.
#include "call.h"
#include "openblas.h"
#include "operand.h"

namespace warpup::runtime::cublas {
namespace {

// y = alpha op(A) x + beta y, where op(A) has `rows` rows and `columns` columns.
template <class T>
struct MatrixVector {
  Operand a;
  int rows, columns;
  Scalar<T> alpha, beta;
  const T* x;
  int incx;
  T* y;
  int incy;

  // Announces all, and says whether the routine may run. y is only read where beta isn't 0.
  bool announce(Access& access, T factor, T keep) const {
    if (factor != 0) {
      access.reads(a);
      access.reads(vector_operand("x", x, columns, incx));
    }
    const Operand result = vector_operand("y", y, rows, incy);
    return keep != 0 ? access.updates(result) : access.writes(result);
  }
};

template <class T>
void gemv(BlasCall& call, cublasOperation_t trans, int m, int n, const T* alpha, const T* a,
          int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  call.operation("trans", trans);
  call.size("m", m);
  call.size("n", n);
  call.leading("lda", lda, "A", m);  // incx of 0 is not refused: an H200 takes it
  call.increment("incy", incy);
  call.pointer("alpha", alpha);
  call.pointer("beta", beta);
  const bool plain = trans == CUBLAS_OP_N;
  const Scalar<T> scale = scalar(call, "alpha", alpha), keep = scalar(call, "beta", beta);
  if (call.failed() || m == 0 || n == 0) return;
  const MatrixVector<T> task{matrix_operand("A", a, m, n, lda),
                             plain ? m : n,
                             plain ? n : m,
                             scale,
                             keep,
                             x,
                             incx,
                             y,
                             incy};
  call.queue(blas_work([=](Access& access) {
    const T p = access.value(task.alpha), q = access.value(task.beta);
    if (!task.announce(access, p, q)) return;
    blas<T>().gemv(kColumnMajor, plain ? kNoTranspose : kTranspose, m, n, p, a, lda, x, incx, q, y,
                   incy);
  }));
}

template <class T>
void symv(BlasCall& call, cublasFillMode_t uplo, int n, const T* alpha, const T* a, int lda,
          const T* x, int incx, const T* beta, T* y, int incy) {
  call.fill_mode(uplo);
  call.size("n", n);
  call.leading("lda", lda, "A", n);
  call.increment("incx", incx);
  call.increment("incy", incy);
  call.pointer("alpha", alpha);
  call.pointer("beta", beta);
  const Scalar<T> scale = scalar(call, "alpha", alpha), keep = scalar(call, "beta", beta);
  if (call.failed() || n == 0) return;
  const MatrixVector<T> task{
      triangle_operand("A", a, n, lda, uplo), n, n, scale, keep, x, incx, y, incy};
  call.queue(blas_work([=](Access& access) {
    const T p = access.value(task.alpha), q = access.value(task.beta);
    if (!task.announce(access, p, q)) return;
    blas<T>().symv(kColumnMajor, uplo == CUBLAS_FILL_MODE_LOWER ? kLower : kUpper, n, p, a, lda, x,
                   incx, q, y, incy);
  }));
}

template <class T>
void ger(BlasCall& call, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy,
         T* a, int lda) {
  call.size("m", m);
  call.size("n", n);
  call.increment("incx", incx);
  call.increment("incy", incy);
  call.leading("lda", lda, "A", m);
  call.pointer("alpha", alpha);
  const Scalar<T> scale = scalar(call, "alpha", alpha);
  if (call.failed() || m == 0 || n == 0) return;
  call.queue(blas_work([=](Access& access) {
    const T factor = access.value(scale);
    access.reads(vector_operand("x", x, m, incx));
    access.reads(vector_operand("y", y, n, incy));
    if (!access.updates(matrix_operand("A", a, m, n, lda))) return;
    blas<T>().ger(kColumnMajor, m, n, factor, x, incx, y, incy, a, lda);
  }));
}

template <class T>
void trsv(BlasCall& call, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
          int n, const T* a, int lda, T* x, int incx) {
  call.fill_mode(uplo);
  call.operation("trans", trans);
  call.diagonal(diag);
  call.size("n", n);
  call.leading("lda", lda, "A", n);
  call.increment("incx", incx);
  if (call.failed() || n == 0) return;
  call.queue(blas_work([=](Access& access) {
    access.reads(triangle_operand("A", a, n, lda, uplo, diag));
    if (!access.updates(vector_operand("x", x, n, incx))) return;
    blas<T>().trsv(kColumnMajor, uplo == CUBLAS_FILL_MODE_LOWER ? kLower : kUpper,
                   trans == CUBLAS_OP_N ? kNoTranspose : kTranspose,
                   diag == CUBLAS_DIAG_UNIT ? kUnit : kNonUnit, n, a, lda, x, incx);
  }));
}

}  // namespace
}  // namespace warpup::runtime::cublas

using namespace warpup::runtime;

extern "C" {

cublasStatus_t cublasSgemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                              const float* alpha, const float* A, int lda, const float* x, int incx,
                              const float* beta, float* y, int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasSgemv");
  cublas::gemv(call, trans, m, n, alpha, A, lda, x, incx, beta, y, incy);
  return call.end();
}

cublasStatus_t cublasDgemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                              const double* alpha, const double* A, int lda, const double* x,
                              int incx, const double* beta, double* y, int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasDgemv");
  cublas::gemv(call, trans, m, n, alpha, A, lda, x, incx, beta, y, incy);
  return call.end();
}

cublasStatus_t cublasSger_v2(cublasHandle_t handle, int m, int n, const float* alpha,
                             const float* x, int incx, const float* y, int incy, float* A,
                             int lda) {
  WARPUP_BLAS_CALL(call, handle, "cublasSger");
  cublas::ger(call, m, n, alpha, x, incx, y, incy, A, lda);
  return call.end();
}

cublasStatus_t cublasDger_v2(cublasHandle_t handle, int m, int n, const double* alpha,
                             const double* x, int incx, const double* y, int incy, double* A,
                             int lda) {
  WARPUP_BLAS_CALL(call, handle, "cublasDger");
  cublas::ger(call, m, n, alpha, x, incx, y, incy, A, lda);
  return call.end();
}

cublasStatus_t cublasSsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const float* alpha, const float* A, int lda, const float* x, int incx,
                              const float* beta, float* y, int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasSsymv");
  cublas::symv(call, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
  return call.end();
}

cublasStatus_t cublasDsymv_v2(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                              const double* alpha, const double* A, int lda, const double* x,
                              int incx, const double* beta, double* y, int incy) {
  WARPUP_BLAS_CALL(call, handle, "cublasDsymv");
  cublas::symv(call, uplo, n, alpha, A, lda, x, incx, beta, y, incy);
  return call.end();
}

cublasStatus_t cublasStrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const float* A, int lda, float* x,
                              int incx) {
  WARPUP_BLAS_CALL(call, handle, "cublasStrsv");
  cublas::trsv(call, uplo, trans, diag, n, A, lda, x, incx);
  return call.end();
}

cublasStatus_t cublasDtrsv_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              cublasDiagType_t diag, int n, const double* A, int lda, double* x,
                              int incx) {
  WARPUP_BLAS_CALL(call, handle, "cublasDtrsv");
  cublas::trsv(call, uplo, trans, diag, n, A, lda, x, incx);
  return call.end();
}

}  // extern "C"
