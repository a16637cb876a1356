// expect: host-deref: raw pointers say nothing of the device, so Thrust sorts on the host.
#include <cuda_runtime.h>
#include <thrust/sort.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    int* d = nullptr;
    CK(cudaMalloc(&d, 64 * sizeof(int)));
    CK(cudaMemset(d, 0, 64 * sizeof(int)));
    thrust::sort(d, d + 64);  // BUG: thrust::sort(thrust::device, d, d + 64)
    CK(cudaFree(d));
    std::printf("RESULT: sorted\n");
    return 0;
}
