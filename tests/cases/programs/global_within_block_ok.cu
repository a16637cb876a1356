// expect: ok: __syncthreads() orders global memory among the threads of a block, too.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void shift(int* v, int* out) {
    int t = threadIdx.x, base = blockIdx.x * 128;
    v[base + t] = t * t;
    __syncthreads();
    out[base + t] = v[base + (t + 40) % 128];
}

int main() {
    int *v = nullptr, *out = nullptr, h[256];
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    shift<<<2, 128>>>(v, out);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(v));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < 256; ++i) bad += (h[i] != ((i + 40) % 128) * ((i + 40) % 128));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
