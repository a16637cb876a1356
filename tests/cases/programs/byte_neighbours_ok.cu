// expect: ok: neighbouring threads, of different blocks too, write neighbouring bytes, which are different memory.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void threshold(const unsigned char* in, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] > 100 ? 255 : 0;
}

int main() {
    const int n = 1001;
    static unsigned char h[n], got[n];
    unsigned char *in = nullptr, *out = nullptr;
    for (int i = 0; i < n; ++i) h[i] = (unsigned char)i;
    CK(cudaMalloc(&in, n));
    CK(cudaMalloc(&out, n));
    CK(cudaMemcpy(in, h, n, cudaMemcpyHostToDevice));
    threshold<<<(n + 32) / 33, 33>>>(in, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, out, n, cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (got[i] != (h[i] > 100 ? 255 : 0));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
