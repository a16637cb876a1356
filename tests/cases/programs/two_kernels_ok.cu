// expect: ok: the second kernel in a stream sees all that the first wrote, in whatever blocks.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* v) { v[blockIdx.x * blockDim.x + threadIdx.x] = (int)blockIdx.x; }

__global__ void gather(const int* v, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = v[n - 1 - i];
}

int main() {
    const int n = 512;
    int h[n], *v = nullptr, *out = nullptr;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    fill<<<n / 64, 64>>>(v);
    CK(cudaGetLastError());
    gather<<<n / 128, 128>>>(v, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(v));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (h[i] != (n - 1 - i) / 64);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
