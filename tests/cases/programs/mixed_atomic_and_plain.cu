// expect: race-shared: most threads add atomically, one resets the same counter with a plain store.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void count(int* out) {
    __shared__ int counter;
    if (threadIdx.x == 0) counter = 0;
    __syncthreads();
    if (threadIdx.x == 64) counter = 0;  // BUG: a plain store among the atomics
    atomicAdd(&counter, 1);
    __syncthreads();
    if (threadIdx.x == 0) *out = counter;
}

int main() {
    int *out = nullptr, got = 0;
    CK(cudaMalloc(&out, sizeof(int)));
    count<<<1, 128>>>(out);
    CK(cudaGetLastError());
    CK(cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost));
    CK(cudaFree(out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
