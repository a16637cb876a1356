// expect: ok: a barrier stands between the atomics on shared bins and the plain reads of them.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void histogram(const unsigned char* v, int* out) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[v[t] & 15], 1);
    __syncthreads();
    if (t < 16) out[t] = bins[t];
}

int main() {
    const int n = 256;
    unsigned char h[n], *v = nullptr;
    int got[16], *out = nullptr;
    for (int i = 0; i < n; ++i) h[i] = (unsigned char)i;
    CK(cudaMalloc(&v, n));
    CK(cudaMalloc(&out, sizeof(got)));
    CK(cudaMemcpy(v, h, n, cudaMemcpyHostToDevice));
    histogram<<<1, n>>>(v, out);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(v));
    CK(cudaFree(out));
    int bad = 0;
    for (int b = 0; b < 16; ++b) bad += (got[b] != n / 16);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
