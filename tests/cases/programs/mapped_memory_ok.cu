// expect: ok: a kernel writes page-locked memory of the host directly, and the host reads it after waiting.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void squares(int* v) { v[threadIdx.x] = (int)(threadIdx.x * threadIdx.x); }

int main() {
    int *h = nullptr, *d = nullptr;
    CK(cudaHostAlloc(&h, 64 * sizeof(int), cudaHostAllocMapped));
    CK(cudaHostGetDevicePointer(&d, h, 0));
    squares<<<1, 64>>>(d);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    int bad = 0;
    for (int i = 0; i < 64; ++i) bad += (h[i] != i * i);
    CK(cudaFreeHost(h));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
