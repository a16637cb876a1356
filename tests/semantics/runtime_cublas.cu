// What cuBLAS answers to arguments that it refuses, and after a failure on the device.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstring>

#include "facts.h"

__global__ void write_kernel(int* p) { *p = 1; }

namespace {

constexpr auto kPlain = CUBLAS_OP_N, kTransposed = CUBLAS_OP_T;
const float one = 1, zero = 0;

void without_handle() {
  int n = 0;
  FACT(cublasCreate(nullptr), 7);
  FACT(cublasDestroy(nullptr), 1);
  FACT(cublasGetVersion(nullptr, &n), 0);
  FACT(n / 10000, 13);
  FACT(cublasGetVersion(nullptr, nullptr), 7);
  FACT(cublasGetProperty(MAJOR_VERSION, &n), 0);
  FACT(n, 13);
  FACT(cublasSetStream(nullptr, 0), 1);
  FACT(cublasSetMathMode(nullptr, CUBLAS_DEFAULT_MATH), 1);
  FACT(cublasSgemm(nullptr, kPlain, kPlain, -1, 1, 1, &one, &one, 1, &one, 1, &zero, nullptr, 1),
       1);
  FACT(strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE"), 0);
  FACT(strcmp(cublasGetStatusString(CUBLAS_STATUS_NOT_INITIALIZED),
              "the library was not initialized"),
       0);
  FACT(strcmp(cublasGetStatusName(static_cast<cublasStatus_t>(2)), "unrecognized status"), 0);
}

void settings(cublasHandle_t handle) {
  cudaStream_t stream = nullptr, got = nullptr;
  cublasMath_t math = CUBLAS_PEDANTIC_MATH;
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_DEVICE;
  cudaStreamCreate(&stream);
  FACT(cublasSetStream(handle, stream), 0);
  FACT(cublasGetStream(handle, &got), 0);
  FACT(got == stream, 1);
  FACT(cublasSetStream(handle, nullptr), 0);
  FACT(cublasGetMathMode(handle, &math), 0);
  FACT(math, 0);
  FACT(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH), 0);
  FACT(cublasGetMathMode(handle, &math), 0);
  FACT(math, 3);
  FACT(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH), 0);
  FACT(cublasGetPointerMode(handle, &mode), 0);
  FACT(mode, 0);
  FACT(cublasSetPointerMode(handle, static_cast<cublasPointerMode_t>(5)), 7);
  FACT(cudaStreamDestroy(stream), 0);
}

// A 4 x 2, B 2 x 3, C 4 x 3.
void products(cublasHandle_t handle) {
  float* d = nullptr;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  const auto gemm = [&](cublasOperation_t a, cublasOperation_t b, int m, int n, int k, int lda,
                        int ldb, int ldc) {
    return cublasSgemm(handle, a, b, m, n, k, &one, d, lda, d + 8, ldb, &zero, d + 16, ldc);
  };
  FACT(gemm(kPlain, kPlain, 4, 3, 2, 4, 2, 4), 0);
  FACT(gemm(kPlain, kPlain, 0, 3, 2, 4, 2, 4), 0);
  FACT(gemm(kPlain, kPlain, 4, 3, 0, 4, 2, 4), 0);
  FACT(gemm(kPlain, kPlain, -1, 3, 2, 4, 2, 4), 7);
  FACT(gemm(kPlain, kPlain, 4, -3, 2, 4, 2, 4), 7);
  FACT(gemm(kPlain, kPlain, 4, 3, -2, 4, 2, 4), 7);
  FACT(gemm(kPlain, kPlain, 4, 3, 2, 3, 2, 4), 7);
  FACT(gemm(kPlain, kPlain, 4, 3, 2, 4, 1, 4), 7);
  FACT(gemm(kPlain, kPlain, 4, 3, 2, 4, 2, 3), 7);
  FACT(gemm(kTransposed, kPlain, 4, 3, 2, 2, 2, 4), 0);  // lda >= k is enough
  FACT(gemm(kPlain, kTransposed, 4, 3, 2, 4, 2, 4), 7);  // ldb >= n is asked for
  FACT(gemm(static_cast<cublasOperation_t>(9), kPlain, 4, 3, 2, 4, 2, 4), 7);
  FACT(cublasSgemm(handle, kPlain, kPlain, 4, 3, 2, nullptr, d, 4, d, 2, &zero, d + 16, 4), 7);
  FACT(cublasSgemm(handle, kPlain, kPlain, 4, 3, 2, &one, d, 4, d, 2, nullptr, d + 16, 4), 7);
  FACT(cublasSgemmStridedBatched(handle, kPlain, kPlain, 2, 2, 2, &one, d, 2, 4, d, 2, 4, &zero,
                                 d + 16, 2, 4, -1),
       7);
  FACT(cudaDeviceSynchronize(), 0);
  FACT(cudaFree(d), 0);
}

void others(cublasHandle_t handle) {
  float *d = nullptr, value = 0;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  FACT(cublasSgemv(handle, kPlain, 4, 2, &one, d, 4, d + 8, 0, &zero, d + 16, 1), 0);
  FACT(cublasSgemv(handle, kPlain, 4, 2, &one, d, 3, d + 8, 1, &zero, d + 16, 1), 7);
  FACT(cublasSger(handle, 2, 2, &one, d, 1, d, 0, d + 8, 2), 7);
  FACT(cublasSsyrk(handle, CUBLAS_FILL_MODE_FULL, kPlain, 2, 2, &one, d, 2, &zero, d + 8, 2), 7);
  FACT(cublasStrsm(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, kPlain, CUBLAS_DIAG_UNIT, 2,
                   3, &one, d, 2, d + 9, 2),
       7);
  FACT(cublasSgeam(handle, kTransposed, kPlain, 2, 2, &one, d, 2, &zero, d + 8, 2, d, 2), 7);
  FACT(cublasSaxpy(handle, -3, &one, d, 1, d + 8, 1), 0);
  FACT(cublasSdot(handle, 3, d, 1, d, 1, &value), 0);
  FACT(cublasSetVector(1, 4, &one, 0, d, 1), 7);
  FACT(cublasSetVector(1, 0, &one, 1, d, 1), 7);
  FACT(cublasSetMatrix(-1, 1, 4, &one, 1, d, 1), 7);
  FACT(cublasSetMatrix(0, 1, 4, &one, 1, d, 1), 0);
  FACT(cublasSetMatrix(2, 1, 4, &one, 1, d, 2), 11);
  FACT(cudaFree(d), 0);
}

void after_a_failure() {
  cublasHandle_t handle = nullptr;
  float* d = nullptr;
  FACT(cublasCreate(&handle), 0);
  cudaMalloc(&d, 64);
  write_kernel<<<1, 1>>>(nullptr);
  FACT(cudaDeviceSynchronize(), 700);
  FACT(cublasSscal(handle, 4, &one, d, 1), 13);
  cublasHandle_t second = nullptr;
  FACT(cublasCreate(&second), 1);
}

}  // namespace

int main() {
  in_own_process("a kernel has failed", after_a_failure);
  without_handle();
  cublasHandle_t handle = nullptr;
  FACT(cublasCreate(&handle), 0);
  settings(handle);
  products(handle);
  others(handle);
  FACT(cublasDestroy(handle), 0);
  return facts_end();
}
