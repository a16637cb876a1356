// expect: wrong-result: the host reads a __device__ variable by its name, which is a variable of its own that no kernel changes.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__device__ int total;

__global__ void add_up() { atomicAdd(&total, (int)threadIdx.x); }

int main() {
    add_up<<<1, 8>>>();
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    // BUG: cudaMemcpyFromSymbol(&got, total, sizeof(int))
    int got = *(const volatile int*)&total;
    std::printf("RESULT: total = %d (expected 28)\n", got);
    return 0;
}
