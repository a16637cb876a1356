// expect: ok: the page-locked buffer is filled again only after the copy out of it has been waited for.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void add_one(int* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += 1;
}

int main() {
    const int n = 4096;
    int *h = nullptr, *d = nullptr;
    cudaStream_t s;
    cudaEvent_t copied;
    CK(cudaStreamCreate(&s));
    CK(cudaEventCreate(&copied));
    CK(cudaMallocHost(&h, n * sizeof(int)));
    CK(cudaMalloc(&d, n * sizeof(int)));
    for (int i = 0; i < n; ++i) h[i] = 1;
    CK(cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s));
    CK(cudaEventRecord(copied, s));
    add_one<<<n / 256, 256, 0, s>>>(d, n);
    CK(cudaGetLastError());
    CK(cudaEventSynchronize(copied));  // the kernel may still run, but it doesn't use h
    for (int i = 0; i < n; ++i) h[i] = 0;
    CK(cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s));
    CK(cudaStreamSynchronize(s));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (h[i] != 2);
    CK(cudaFree(d));
    CK(cudaFreeHost(h));
    CK(cudaEventDestroy(copied));
    CK(cudaStreamDestroy(s));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
