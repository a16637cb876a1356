// expect: memcheck-oob: a __device__ table of 8 entries is read at index 8 through a pointer.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__device__ int table[8];

__device__ int entry(const int* t, int i) { return t[i]; }  // BUG: the caller allows i == 8

__global__ void look_up(int* out) {
    if (threadIdx.x <= 8) out[threadIdx.x] = entry(table, threadIdx.x);
}

int main() {
    int* out = nullptr;
    CK(cudaMalloc(&out, 16 * sizeof(int)));
    look_up<<<1, 16>>>(out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
