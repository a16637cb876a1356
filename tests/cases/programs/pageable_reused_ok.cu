// expect: ok: a copy from pageable memory has taken its bytes when the call returns, so the buffer may be changed and freed.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void add_one(int* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += 1;
}

int main() {
    const int n = 4096;
    int* h = (int*)std::malloc(n * sizeof(int));
    int *d = nullptr, got[n];
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMalloc(&d, n * sizeof(int)));
    for (int i = 0; i < n; ++i) h[i] = i;
    CK(cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s));
    for (int i = 0; i < n; ++i) h[i] = -1;
    std::free(h);
    add_one<<<n / 256, 256, 0, s>>>(d, n);
    CK(cudaGetLastError());
    CK(cudaMemcpyAsync(got, d, sizeof(got), cudaMemcpyDeviceToHost, s));
    CK(cudaStreamSynchronize(s));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (got[i] != i + 1);
    CK(cudaFree(d));
    CK(cudaStreamDestroy(s));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
