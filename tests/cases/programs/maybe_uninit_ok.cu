// expect: ok: the compiler warns of last, which would have no value for n = 0, but n is never 0.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void last_positive(const int* in, int* out, int n) {
    int last;
    for (int k = 0; k < n; ++k) {
        if (k == 0 || in[k] > 0) last = in[k] + (int)threadIdx.x;
    }
    out[threadIdx.x] = last;
}

int main() {
    const int n = 20;
    int h[n], got[32], *in = nullptr, *out = nullptr;
    for (int i = 0; i < n; ++i) h[i] = i % 3 - 1;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(got)));
    CK(cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice));
    last_positive<<<1, 32>>>(in, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < 32; ++i) bad += (got[i] != 1 + i);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
