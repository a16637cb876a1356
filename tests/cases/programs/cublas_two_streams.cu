// expect: missing-sync: a copy in one stream fetches what a product in another stream is still computing.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int n = 64;
    const float one = 1, zero = 0;
    float *a = nullptr, *c = nullptr, *h = nullptr;
    CK(cudaMalloc(&a, n * n * sizeof(float))); CK(cudaMemset(a, 0, n * n * sizeof(float)));
    CK(cudaMalloc(&c, n * n * sizeof(float))); CK(cudaMallocHost(&h, n * n * sizeof(float)));
    cudaStream_t compute, copy;
    CK(cudaStreamCreate(&compute)); CK(cudaStreamCreate(&copy));
    cublasHandle_t handle;
    BK(cublasCreate(&handle));
    BK(cublasSetStream(handle, compute));
    BK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &zero, c, n));
    // BUG: nothing makes the copy wait for the product.
    CK(cudaMemcpyAsync(h, c, n * n * sizeof(float), cudaMemcpyDeviceToHost, copy));
    CK(cudaDeviceSynchronize());
    BK(cublasDestroy(handle));
    CK(cudaStreamDestroy(compute)); CK(cudaStreamDestroy(copy));
    CK(cudaFree(a)); CK(cudaFree(c)); CK(cudaFreeHost(h));
    return 0;
}
