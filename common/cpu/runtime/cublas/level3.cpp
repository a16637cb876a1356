// Level 3 beside gemm: products with their own transpose, triangular systems, sums of matrices.
#include "call.h"
#include "openblas.h"
#include "operand.h"

namespace warpup::runtime::cublas {
namespace {

int cblas_fill(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? kLower : kUpper; }

int cblas_operation(cublasOperation_t trans) {
  return trans == CUBLAS_OP_N ? kNoTranspose : kTranspose;
}

// op(A) is n x k.
template <class T>
void syrk(BlasCall& call, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
          const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc) {
  const bool plain = trans == CUBLAS_OP_N;
  call.fill_mode(uplo);
  call.operation("trans", trans);
  call.size("n", n);
  call.size("k", k);
  call.leading("lda", lda, "A", plain ? n : k);
  call.leading("ldc", ldc, "C", n);
  call.pointer("alpha", alpha);
  call.pointer("beta", beta);
  const Scalar<T> scale = scalar(call, "alpha", alpha), keep = scalar(call, "beta", beta);
  if (call.failed() || n == 0) return;
  call.queue(blas_work([=](Access& access) {
    const T p = access.value(scale), q = access.value(keep);
    if (p != 0) access.reads(matrix_operand("A", a, plain ? n : k, plain ? k : n, lda));
    const Operand result = triangle_operand("C", c, n, ldc, uplo);
    if (!(q != 0 ? access.updates(result) : access.writes(result))) return;
    blas<T>().syrk(kColumnMajor, cblas_fill(uplo), cblas_operation(trans), n, k, p, a, lda, q, c,
                   ldc);
  }));
}

// B becomes X of op(A) X = alpha B, or of X op(A) = alpha B.
template <class T>
void trsm(BlasCall& call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
          cublasDiagType_t diag, int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb) {
  call.side(side);
  call.fill_mode(uplo);
  call.operation("trans", trans);
  call.diagonal(diag);
  call.size("m", m);
  call.size("n", n);
  const bool left = side == CUBLAS_SIDE_LEFT;
  call.leading("lda", lda, "A", left ? m : n);
  call.leading("ldb", ldb, "B", m);
  call.pointer("alpha", alpha);
  const Scalar<T> scale = scalar(call, "alpha", alpha);
  if (call.failed() || m == 0 || n == 0) return;
  call.queue(blas_work([=](Access& access) {
    const T p = access.value(scale);
    if (p != 0) access.reads(triangle_operand("A", a, left ? m : n, lda, uplo, diag));
    const Operand result = matrix_operand("B", b, m, n, ldb);
    if (!(p != 0 ? access.updates(result) : access.writes(result))) return;
    blas<T>().trsm(kColumnMajor, left ? kLeft : kRight, cblas_fill(uplo), cblas_operation(trans),
                   diag == CUBLAS_DIAG_UNIT ? kUnit : kNonUnit, m, n, p, a, lda, b, ldb);
  }));
}

// One term of geam.
template <class T>
struct Term {
  cublasOperation_t trans;
  const T* matrix;
  int leading;
  T at(int row, int column) const {
    const bool plain = trans == CUBLAS_OP_N;
    return matrix[static_cast<std::size_t>(plain ? column : row) *
                      static_cast<std::size_t>(leading) +
                  static_cast<std::size_t>(plain ? row : column)];
  }
};

// C may be A or B where that one isn't transposed: element by element it is read before written.
template <class T>
void add_matrices(int m, int n, T p, Term<T> a, T q, Term<T> b, T* c, int ldc) {
  for (int column = 0; column < n; ++column) {
    T* out = c + static_cast<std::size_t>(column) * static_cast<std::size_t>(ldc);
    for (int row = 0; row < m; ++row) {
      const T left = p != 0 ? p * a.at(row, column) : T{0};
      out[row] = left + (q != 0 ? q * b.at(row, column) : T{0});
    }
  }
}

template <class T>
void geam(BlasCall& call, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
          const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {
  call.operation("transa", transa);
  call.operation("transb", transb);
  call.size("m", m);
  call.size("n", n);
  const bool plain_a = transa == CUBLAS_OP_N, plain_b = transb == CUBLAS_OP_N;
  call.leading("lda", lda, "A", plain_a ? m : n);
  call.leading("ldb", ldb, "B", plain_b ? m : n);
  call.leading("ldc", ldc, "C", m);
  call.pointer("alpha", alpha);
  call.pointer("beta", beta);
  call.require(c != a || (plain_a && lda == ldc), "C is A, which is transposed or has another ld.");
  call.require(c != b || (plain_b && ldb == ldc), "C is B, which is transposed or has another ld.");
  const Scalar<T> scale = scalar(call, "alpha", alpha), keep = scalar(call, "beta", beta);
  if (call.failed() || m == 0 || n == 0) return;
  call.queue(blas_work([=](Access& access) {
    const T p = access.value(scale), q = access.value(keep);
    if (p != 0) access.reads(matrix_operand("A", a, plain_a ? m : n, plain_a ? n : m, lda));
    if (q != 0) access.reads(matrix_operand("B", b, plain_b ? m : n, plain_b ? n : m, ldb));
    if (!access.writes(matrix_operand("C", c, m, n, ldc))) return;
    add_matrices<T>(m, n, p, {transa, a, lda}, q, {transb, b, ldb}, c, ldc);
  }));
}

}  // namespace
}  // namespace warpup::runtime::cublas

using namespace warpup::runtime;

extern "C" {

cublasStatus_t cublasSsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              int n, int k, const float* alpha, const float* A, int lda,
                              const float* beta, float* C, int ldc) {
  WARPUP_BLAS_CALL(call, handle, "cublasSsyrk");
  cublas::syrk(call, uplo, trans, n, k, alpha, A, lda, beta, C, ldc);
  return call.end();
}

cublasStatus_t cublasDsyrk_v2(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                              int n, int k, const double* alpha, const double* A, int lda,
                              const double* beta, double* C, int ldc) {
  WARPUP_BLAS_CALL(call, handle, "cublasDsyrk");
  cublas::syrk(call, uplo, trans, n, k, alpha, A, lda, beta, C, ldc);
  return call.end();
}

cublasStatus_t cublasStrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                              const float* alpha, const float* A, int lda, float* B, int ldb) {
  WARPUP_BLAS_CALL(call, handle, "cublasStrsm");
  cublas::trsm(call, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb);
  return call.end();
}

cublasStatus_t cublasDtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                              cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                              const double* alpha, const double* A, int lda, double* B, int ldb) {
  WARPUP_BLAS_CALL(call, handle, "cublasDtrsm");
  cublas::trsm(call, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb);
  return call.end();
}

cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, const float* alpha,
                           const float* A, int lda, const float* beta, const float* B, int ldb,
                           float* C, int ldc) {
  WARPUP_BLAS_CALL(call, handle, "cublasSgeam");
  cublas::geam(call, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc);
  return call.end();
}

cublasStatus_t cublasDgeam(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, const double* alpha,
                           const double* A, int lda, const double* beta, const double* B, int ldb,
                           double* C, int ldc) {
  WARPUP_BLAS_CALL(call, handle, "cublasDgeam");
  cublas::geam(call, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc);
  return call.end();
}

}  // extern "C"
