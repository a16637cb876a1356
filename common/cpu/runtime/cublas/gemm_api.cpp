// The gemm functions: single, batched, and of other types.
#include "call.h"
#include "gemm.h"
#include "operand.h"

namespace warpup::runtime::cublas {
namespace {

template <class T>
InputRounding rounding_for(const BlasCall& call) {
  if (call.failed() || sizeof(T) != sizeof(float)) return InputRounding::kNone;
  return rounding_of(call.handle().math_mode, CUBLAS_COMPUTE_32F);
}

template <class T>
void gemm(BlasCall& call, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
          const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  auto product = checked_product(call, transa, transb, m, n, k, alpha, lda, ldb, beta, ldc);
  call.require(c != nullptr || m == 0 || n == 0, "C is a null pointer.");
  if (call.failed() || m == 0 || n == 0) return;
  product.rounding = rounding_for<T>(call);
  call.queue(blas_work([=](Access& access) { product.run(access, a, b, c); }));
}

// Strides in elements, from one matrix to the next.
struct Strides {
  long long a, b, c;
};

template <class T>
void queue_strided(BlasCall& call, const Product<T>& product, const void* a, const void* b, void* c,
                   Strides strides, int count) {
  call.size("batchCount", count);
  if (call.failed() || product.m == 0 || product.n == 0) return;
  const auto ab = static_cast<long long>(bytes_of(product.types.ab));
  const auto out = static_cast<long long>(bytes_of(product.types.c));
  call.queue(blas_work([=](Access& access) {
    for (long long i = 0; i < count && access.error() == 0; ++i) {
      product.run(access, static_cast<const char*>(a) + i * strides.a * ab,
                  static_cast<const char*>(b) + i * strides.b * ab,
                  static_cast<char*>(c) + i * strides.c * out);
    }
  }));
}

template <class T>
void gemm_strided(BlasCall& call, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                  int k, const T* alpha, const T* a, int lda, long long stride_a, const T* b,
                  int ldb, long long stride_b, const T* beta, T* c, int ldc, long long stride_c,
                  int count) {
  auto product = checked_product(call, transa, transb, m, n, k, alpha, lda, ldb, beta, ldc);
  product.rounding = rounding_for<T>(call);
  queue_strided(call, product, a, b, c, {stride_a, stride_b, stride_c}, count);
}

// The three lists of addresses lie in device memory.
template <class T>
void gemm_batched(BlasCall& call, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                  int k, const T* alpha, const T* const a[], int lda, const T* const b[], int ldb,
                  const T* beta, T* const c[], int ldc, int count) {
  auto product = checked_product(call, transa, transb, m, n, k, alpha, lda, ldb, beta, ldc);
  call.size("batchCount", count);
  if (call.failed() || m == 0 || n == 0) return;
  product.rounding = rounding_for<T>(call);
  call.queue(blas_work([=](Access& access) {
    access.reads(vector_operand("Aarray", a, count, 1));
    access.reads(vector_operand("Barray", b, count, 1));
    if (!access.reads(vector_operand("Carray", c, count, 1))) return;
    for (int i = 0; i < count && access.error() == 0; ++i) product.run(access, a[i], b[i], c[i]);
  }));
}

bool is_known(ElementTypes types, cudaDataType b, bool twice) {
  if (types.ab != b) return false;
  if (twice) return types.ab == CUDA_R_64F && types.c == CUDA_R_64F;
  const bool small = types.ab == CUDA_R_16F || types.ab == CUDA_R_16BF;
  return (small || types.ab == CUDA_R_32F) && (types.c == CUDA_R_32F || types.c == types.ab);
}

bool sums_are_float(cublasComputeType_t type) {
  return type == CUBLAS_COMPUTE_32F || type == CUBLAS_COMPUTE_32F_PEDANTIC ||
         type == CUBLAS_COMPUTE_32F_FAST_TF32 || type == CUBLAS_COMPUTE_32F_FAST_16F ||
         type == CUBLAS_COMPUTE_32F_FAST_16BF;
}

// A product whose types are values.
struct TypedProduct {
  cublasOperation_t transa, transb;
  int m, n, k;
  const void *alpha, *a;
  cudaDataType a_type;
  int lda;
  const void* b;
  cudaDataType b_type;
  int ldb;
  const void* beta;
  void* c;
  cudaDataType c_type;
  int ldc;
  Strides strides;
  int count;
};

template <class T>
void queue_typed(BlasCall& call, const TypedProduct& t, InputRounding rounding) {
  auto product =
      checked_product(call, t.transa, t.transb, t.m, t.n, t.k, static_cast<const T*>(t.alpha),
                      t.lda, t.ldb, static_cast<const T*>(t.beta), t.ldc);
  product.types = {t.a_type, t.c_type};
  product.rounding = rounding;
  queue_strided(call, product, t.a, t.b, t.c, t.strides, t.count);
}

void gemm_ex(BlasCall& call, const TypedProduct& t, cublasComputeType_t type) {
  const bool twice = type == CUBLAS_COMPUTE_64F || type == CUBLAS_COMPUTE_64F_PEDANTIC;
  call.require((twice || sums_are_float(type)) && is_known({t.a_type, t.c_type}, t.b_type, twice),
               "The cpu backend multiplies float, half and bfloat16 with float sums, and double.",
               CUBLAS_STATUS_NOT_SUPPORTED);
  if (call.failed()) return;
  if (twice) return queue_typed<double>(call, t, InputRounding::kNone);
  queue_typed<float>(call, t, rounding_of(call.handle().math_mode, type));
}

}  // namespace
}  // namespace warpup::runtime::cublas

using namespace warpup::runtime;

extern "C" {

cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, int m, int n, int k, const float* alpha,
                              const float* A, int lda, const float* B, int ldb, const float* beta,
                              float* C, int ldc) {
  WARPUP_BLAS_CALL(call, handle, "cublasSgemm");
  cublas::gemm(call, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
  return call.end();
}

cublasStatus_t cublasDgemm_v2(cublasHandle_t handle, cublasOperation_t transa,
                              cublasOperation_t transb, int m, int n, int k, const double* alpha,
                              const double* A, int lda, const double* B, int ldb,
                              const double* beta, double* C, int ldc) {
  WARPUP_BLAS_CALL(call, handle, "cublasDgemm");
  cublas::gemm(call, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
  return call.end();
}

cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const float* alpha, const float* A, int lda,
                                         long long int strideA, const float* B, int ldb,
                                         long long int strideB, const float* beta, float* C,
                                         int ldc, long long int strideC, int batchCount) {
  WARPUP_BLAS_CALL(call, handle, "cublasSgemmStridedBatched");
  cublas::gemm_strided(call, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta,
                       C, ldc, strideC, batchCount);
  return call.end();
}

cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const double* alpha, const double* A, int lda,
                                         long long int strideA, const double* B, int ldb,
                                         long long int strideB, const double* beta, double* C,
                                         int ldc, long long int strideC, int batchCount) {
  WARPUP_BLAS_CALL(call, handle, "cublasDgemmStridedBatched");
  cublas::gemm_strided(call, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta,
                       C, ldc, strideC, batchCount);
  return call.end();
}

cublasStatus_t cublasSgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k, const float* alpha,
                                  const float* const Aarray[], int lda, const float* const Barray[],
                                  int ldb, const float* beta, float* const Carray[], int ldc,
                                  int batchCount) {
  WARPUP_BLAS_CALL(call, handle, "cublasSgemmBatched");
  cublas::gemm_batched(call, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray,
                       ldc, batchCount);
  return call.end();
}

cublasStatus_t cublasDgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const double* alpha, const double* const Aarray[], int lda,
                                  const double* const Barray[], int ldb, const double* beta,
                                  double* const Carray[], int ldc, int batchCount) {
  WARPUP_BLAS_CALL(call, handle, "cublasDgemmBatched");
  cublas::gemm_batched(call, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray,
                       ldc, batchCount);
  return call.end();
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* A, cudaDataType Atype, int lda, const void* B,
                            cudaDataType Btype, int ldb, const void* beta, void* C,
                            cudaDataType Ctype, int ldc, cublasComputeType_t computeType,
                            cublasGemmAlgo_t) {
  WARPUP_BLAS_CALL(call, handle, "cublasGemmEx");
  cublas::gemm_ex(call,
                  {transa,
                   transb,
                   m,
                   n,
                   k,
                   alpha,
                   A,
                   Atype,
                   lda,
                   B,
                   Btype,
                   ldb,
                   beta,
                   C,
                   Ctype,
                   ldc,
                   {0, 0, 0},
                   1},
                  computeType);
  return call.end();
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* A, cudaDataType Atype,
                                          int lda, long long int strideA, const void* B,
                                          cudaDataType Btype, int ldb, long long int strideB,
                                          const void* beta, void* C, cudaDataType Ctype, int ldc,
                                          long long int strideC, int batchCount,
                                          cublasComputeType_t computeType, cublasGemmAlgo_t) {
  WARPUP_BLAS_CALL(call, handle, "cublasGemmStridedBatchedEx");
  cublas::gemm_ex(call,
                  {transa,
                   transb,
                   m,
                   n,
                   k,
                   alpha,
                   A,
                   Atype,
                   lda,
                   B,
                   Btype,
                   ldb,
                   beta,
                   C,
                   Ctype,
                   ldc,
                   {strideA, strideB, strideC},
                   batchCount},
                  computeType);
  return call.end();
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const float* alpha,
                             const void* A, cudaDataType Atype, int lda, const void* B,
                             cudaDataType Btype, int ldb, const float* beta, void* C,
                             cudaDataType Ctype, int ldc) {
  WARPUP_BLAS_CALL(call, handle, "cublasSgemmEx");
  cublas::gemm_ex(call,
                  {transa,
                   transb,
                   m,
                   n,
                   k,
                   alpha,
                   A,
                   Atype,
                   lda,
                   B,
                   Btype,
                   ldb,
                   beta,
                   C,
                   Ctype,
                   ldc,
                   {0, 0, 0},
                   1},
                  CUBLAS_COMPUTE_32F);
  return call.end();
}

}  // extern "C"
