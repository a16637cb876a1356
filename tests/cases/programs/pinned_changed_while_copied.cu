// expect: missing-sync: the host changes a page-locked buffer while an asynchronous copy may still read it.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void add_one(int* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += 1;
}

int main() {
    const int n = 1 << 20;
    int *h = nullptr, *d = nullptr;
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMallocHost(&h, n * sizeof(int)));
    CK(cudaMalloc(&d, n * sizeof(int)));
    for (int i = 0; i < n; ++i) h[i] = 1;
    CK(cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s));
    // BUG: cudaStreamSynchronize(s) (or a second buffer) before the next frame is put in
    for (int i = 0; i < n; ++i) h[i] = 2;
    add_one<<<n / 256, 256, 0, s>>>(d, n);
    CK(cudaGetLastError());
    CK(cudaStreamSynchronize(s));
    CK(cudaFree(d));
    CK(cudaFreeHost(h));
    CK(cudaStreamDestroy(s));
    std::printf("RESULT: the program ended\n");
    return 0;
}
