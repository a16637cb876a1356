// expect: host-deref: host code writes through a pointer from cudaMalloc.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    int* d = nullptr;
    CK(cudaMalloc(&d, 4 * sizeof(int)));
    std::printf("d is an address on the device\n");
    std::fflush(stdout);
    d[0] = 1;  // BUG: needs a kernel or cudaMemcpy
    CK(cudaFree(d));
    std::printf("RESULT: the host wrote to device memory\n");
    return 0;
}
