// expect: ok: the default stream waits for ordinary streams, and they wait for it, so nothing more is needed.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* v, int value) { v[blockIdx.x * blockDim.x + threadIdx.x] = value; }

__global__ void add(int* v, const int* w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] += w[i];
}

int main() {
    const int n = 1024;
    static int h[n];
    int *v = nullptr, *w = nullptr;
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&w, sizeof(h)));
    fill<<<n / 256, 256, 0, s>>>(v, 1);
    CK(cudaGetLastError());
    fill<<<n / 256, 256>>>(w, 2);  // default stream: after the fill in s
    CK(cudaGetLastError());
    add<<<n / 256, 256, 0, s>>>(v, w);  // and s after the default stream
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, v, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(v));
    CK(cudaFree(w));
    CK(cudaStreamDestroy(s));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (h[i] != 3);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
