// expect: memcheck-oob: the loop over a local array of 5 runs one step too far.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void smooth(const float* in, float* out, int n) {
    int i = threadIdx.x;
    float taps[5];
    for (int k = 0; k < 5; ++k) taps[k] = in[(i + k) % n];
    float sum = 0.0f;
    for (int k = 0; k <= 5; ++k) sum += taps[k];  // BUG: k < 5
    out[i] = sum / 5;
}

int main() {
    const int n = 32;
    float h[n], *in = nullptr, *out = nullptr;
    for (int i = 0; i < n; ++i) h[i] = 1.0f;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice));
    smooth<<<1, n>>>(in, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    std::printf("RESULT: out[0] is %s\n", h[0] == 1.0f ? "right by luck" : "wrong");
    return 0;
}
