// expect: ok: the compiler may warn of scale, but each thread that reads it has set it.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void apply(const float* in, float* out, int n, bool doubled) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float scale;
    if (i < n) scale = doubled ? 2.0f : 1.0f;
    __syncthreads();
    if (i < n) out[i] = in[i] * scale;
}

int main() {
    const int n = 100;
    float h[n], got[n], *in = nullptr, *out = nullptr;
    for (int i = 0; i < n; ++i) h[i] = (float)i;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice));
    apply<<<2, 64>>>(in, out, n, true);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (got[i] != 2.0f * h[i]);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
