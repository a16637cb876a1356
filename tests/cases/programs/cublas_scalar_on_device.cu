// expect: host-deref: alpha lies in device memory, and the pointer mode says that it is on the host.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int n = 8;
    float *x = nullptr, *alpha = nullptr;
    CK(cudaMalloc(&x, n * sizeof(float))); CK(cudaMemset(x, 0, n * sizeof(float)));
    CK(cudaMalloc(&alpha, sizeof(float))); CK(cudaMemset(alpha, 0, sizeof(float)));
    cublasHandle_t handle;
    BK(cublasCreate(&handle));
    BK(cublasSscal(handle, n, alpha, x, 1));  // BUG: alpha is on the device
    CK(cudaDeviceSynchronize());
    BK(cublasDestroy(handle));
    CK(cudaFree(x)); CK(cudaFree(alpha));
    return 0;
}
