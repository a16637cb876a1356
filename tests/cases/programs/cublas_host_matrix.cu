// expect: device-deref-host: a matrix in host memory is passed to cuBLAS.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int n = 2;
    const float ha[n * n] = { 1, 2, 3, 4 }, one = 1, zero = 0;
    float *b = nullptr, *c = nullptr;
    CK(cudaMalloc(&b, sizeof(ha))); CK(cudaMalloc(&c, sizeof(ha)));
    CK(cudaMemcpy(b, ha, sizeof(ha), cudaMemcpyHostToDevice));
    cublasHandle_t handle;
    BK(cublasCreate(&handle));
    // BUG: ha was never copied to the device.
    BK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, ha, n, b, n, &zero, c, n));
    CK(cudaDeviceSynchronize());
    BK(cublasDestroy(handle));
    CK(cudaFree(b)); CK(cudaFree(c));
    std::printf("RESULT: no error\n");
    return 0;
}
