// expect: missing-sync: the host reads a page-locked buffer right after the asynchronous copy into it was queued.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void slow_fill(int* v, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = 1u;
    for (int k = 0; k < rounds; ++k) x = x * 1664525u + 1013904223u;
    v[i] = (x == 0u) ? 8 : 7;
}

int main() {
    const int n = 1024;
    int *h = nullptr, *d = nullptr;
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMallocHost(&h, n * sizeof(int)));
    CK(cudaMalloc(&d, n * sizeof(int)));
    for (int i = 0; i < n; ++i) h[i] = 0;
    slow_fill<<<n / 256, 256, 0, s>>>(d, 5000);
    CK(cudaGetLastError());
    CK(cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s));
    int early = 0;
    // BUG: cudaStreamSynchronize(s) is missing
    for (int i = 0; i < n; ++i) early += (h[i] != 7);
    CK(cudaStreamSynchronize(s));
    CK(cudaFree(d));
    CK(cudaFreeHost(h));
    CK(cudaStreamDestroy(s));
    std::printf("RESULT: %d of %d values were read too early\n", early, n);
    return 0;
}
