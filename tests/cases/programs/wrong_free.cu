// expect: double-free: page-locked memory from cudaMallocHost is given to cudaFree instead of cudaFreeHost.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    int* h = nullptr;
    CK(cudaMallocHost(&h, 64 * sizeof(int)));
    cudaError_t e = cudaFree(h);  // BUG: cudaFreeHost(h)
    (void)cudaGetLastError();
    CK(cudaFreeHost(h));
    std::printf("RESULT: cudaFree of page-locked memory: %s\n", cudaGetErrorName(e));
    return 0;
}
