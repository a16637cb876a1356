// expect: missing-sync: the buffer is freed in stream b while the kernel in stream a may still use it.
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
    int* d = nullptr;
    cudaStream_t a, b;
    CK(cudaStreamCreate(&a));
    CK(cudaStreamCreate(&b));
    CK(cudaMallocAsync(&d, n * sizeof(int), a));
    slow_fill<<<n / 256, 256, 0, a>>>(d, 5000);
    CK(cudaGetLastError());
    CK(cudaFreeAsync(d, b));  // BUG: free it in stream a, or let b wait for an event of a
    CK(cudaStreamSynchronize(a));
    CK(cudaStreamSynchronize(b));
    CK(cudaStreamDestroy(a));
    CK(cudaStreamDestroy(b));
    std::printf("RESULT: the program ended\n");
    return 0;
}
