// expect: double-free: one buffer is freed twice, the second time by a clean-up that does not know of the first.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    int* d = nullptr;
    CK(cudaMalloc(&d, 64 * sizeof(int)));
    CK(cudaFree(d));
    cudaError_t e = cudaFree(d);  // BUG: d should have been set to nullptr
    std::printf("RESULT: second cudaFree: %s\n", cudaGetErrorName(e));
    return 0;
}
