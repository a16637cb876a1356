// expect: uninit: beta is 1, so that cuBLAS adds to a C that nobody has written.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int n = 8;
    const float one = 1;
    float *a = nullptr, *c = nullptr;
    CK(cudaMalloc(&a, n * n * sizeof(float))); CK(cudaMemset(a, 0, n * n * sizeof(float)));
    CK(cudaMalloc(&c, n * n * sizeof(float)));
    cublasHandle_t handle;
    BK(cublasCreate(&handle));
    // BUG: beta = 1 adds the product to whatever C holds.
    BK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &one, c, n));
    CK(cudaDeviceSynchronize());
    BK(cublasDestroy(handle));
    CK(cudaFree(a)); CK(cudaFree(c));
    return 0;
}
