// expect: race-global: a __device__ counter is increased by many threads without an atomic.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__device__ int hits;

__global__ void count(const int* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] > 0) ++hits;  // BUG: atomicAdd(&hits, 1)
}

int main() {
    const int n = 1024;
    static int h[n];
    int *v = nullptr, got = 0;
    for (int i = 0; i < n; ++i) h[i] = 1;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice));
    count<<<n / 128, 128>>>(v, n);
    CK(cudaGetLastError());
    CK(cudaMemcpyFromSymbol(&got, hits, sizeof(int)));
    CK(cudaFree(v));
    std::printf("RESULT: the program ended\n");
    return 0;
}
