// expect: ok: a loop gives each element of the local array a value before it is read.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void sum(const float* in, float* out, int n) {
    float parts[4];
    for (int k = 0; k < 4; ++k) parts[k] = 0;
    for (int k = 0; k < n; ++k) parts[k % 4] += in[k];
    float total = 0;
    for (int k = 0; k < 4; ++k) total += parts[k];
    out[threadIdx.x] = total;
}

int main() {
    constexpr int n = 64;
    float host[n], *in = nullptr, *out = nullptr;
    for (int i = 0; i < n; ++i) host[i] = i;
    CK(cudaMalloc(&in, sizeof(host)));
    CK(cudaMalloc(&out, sizeof(host)));
    CK(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
    sum<<<1, n>>>(in, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += host[i] != 2016.0f;
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
