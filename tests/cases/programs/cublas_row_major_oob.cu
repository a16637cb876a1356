// expect: memcheck-oob: m, n and k of a row-major product in an order that makes cuBLAS read past the end of B.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int m = 2, n = 4, k = 300;    // A is m x k, B is k x n
    float *a = nullptr, *b = nullptr, *c = nullptr;
    CK(cudaMalloc(&a, m * k * sizeof(float))); CK(cudaMemset(a, 0, m * k * sizeof(float)));
    CK(cudaMalloc(&b, k * n * sizeof(float))); CK(cudaMemset(b, 0, k * n * sizeof(float)));
    CK(cudaMalloc(&c, m * n * sizeof(float)));
    const float one = 1, zero = 0;
    cublasHandle_t handle;
    BK(cublasCreate(&handle));
    // BUG: B is passed first, as a matrix of 300 columns, yet with the height and the distance of 300.
    BK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, k, a, k, &zero, c, n));
    CK(cudaDeviceSynchronize());
    BK(cublasDestroy(handle));
    CK(cudaFree(a)); CK(cudaFree(b)); CK(cudaFree(c));
    return 0;
}
