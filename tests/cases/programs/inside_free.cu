// expect: double-free: a pointer into the middle of an allocation is given to cudaFree.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    int* d = nullptr;
    CK(cudaMalloc(&d, 64 * sizeof(int)));
    int* second_half = d + 32;
    cudaError_t e = cudaFree(second_half);  // BUG: only the address from cudaMalloc can be freed
    (void)cudaGetLastError();
    CK(cudaFree(d));
    std::printf("RESULT: cudaFree inside an allocation: %s\n", cudaGetErrorName(e));
    return 0;
}
