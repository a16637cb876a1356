// expect: ok: cudaFreeHost waits for the device (seen on an H200, also for non-blocking streams), so it comes in time.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    const int n = 1 << 22;
    int *h = nullptr, *d = nullptr;
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMallocHost(&h, n * sizeof(int)));
    CK(cudaMalloc(&d, n * sizeof(int)));
    for (int i = 0; i < n; ++i) h[i] = 1;
    CK(cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s));
    CK(cudaFreeHost(h));  // after all that is queued
    CK(cudaStreamSynchronize(s));
    CK(cudaFree(d));
    CK(cudaStreamDestroy(s));
    std::printf("RESULT: PASS\n");
    return 0;
}
