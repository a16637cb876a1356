// expect: missing-sync: the host reads managed memory that cuBLAS is still writing.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int n = 4;
    const float two = 2;
    float *x = nullptr;
    CK(cudaMallocManaged(&x, n * sizeof(float)));
    for (int i = 0; i < n; ++i) x[i] = i;
    cublasHandle_t handle;
    BK(cublasCreate(&handle));
    BK(cublasSscal(handle, n, &two, x, 1));
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i];  // BUG: cublasSscal has only been queued
    CK(cudaDeviceSynchronize());
    BK(cublasDestroy(handle));
    CK(cudaFree(x));
    return sum > 100;
}
