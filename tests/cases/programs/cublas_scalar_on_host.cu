// expect: device-deref-host: with the pointer mode DEVICE a result on the stack is passed.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int n = 8;
    float *x = nullptr, sum = 0;
    CK(cudaMalloc(&x, n * sizeof(float))); CK(cudaMemset(x, 0, n * sizeof(float)));
    cublasHandle_t handle;
    BK(cublasCreate(&handle));
    BK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    BK(cublasSasum(handle, n, x, 1, &sum));  // BUG: sum is on the host
    CK(cudaDeviceSynchronize());
    BK(cublasDestroy(handle));
    CK(cudaFree(x));
    std::printf("RESULT: %g\n", sum);
    return 0;
}
