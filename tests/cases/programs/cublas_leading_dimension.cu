// expect: api-error: the leading dimension of a row-major matrix where a column-major one is asked for.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int m = 6, n = 4, k = 5;
    const float one = 1, zero = 0;
    float *a = nullptr, *b = nullptr, *c = nullptr;
    CK(cudaMalloc(&a, m * k * sizeof(float))); CK(cudaMemset(a, 0, m * k * sizeof(float)));
    CK(cudaMalloc(&b, k * n * sizeof(float))); CK(cudaMemset(b, 0, k * n * sizeof(float)));
    CK(cudaMalloc(&c, m * n * sizeof(float)));
    cublasHandle_t handle;
    BK(cublasCreate(&handle));
    // BUG: A has 6 rows, and its columns can't be 5 apart.
    cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, k, b, n, &zero, c, n);
    BK(cublasDestroy(handle));
    CK(cudaFree(a)); CK(cudaFree(b)); CK(cudaFree(c));
    std::printf("RESULT: %s\n", cublasGetStatusName(status));
    return 0;
}
