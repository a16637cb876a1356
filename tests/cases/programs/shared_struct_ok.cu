// expect: ok: threads write different members of one shared struct, and all read them after the barrier.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

struct Limits {
    float low, high;
    int count;
};

__global__ void normalise(const float* in, float* out, int n) {
    __shared__ Limits limits;
    int t = threadIdx.x;
    if (t == 0) limits.low = in[0];
    if (t == 33) limits.high = in[n - 1];
    if (t == 63) limits.count = n;
    __syncthreads();
    if (t < limits.count) out[t] = (in[t] - limits.low) / (limits.high - limits.low);
}

int main() {
    const int n = 64;
    float h[n], got[n], *in = nullptr, *out = nullptr;
    for (int i = 0; i < n; ++i) h[i] = (float)i;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice));
    normalise<<<1, n>>>(in, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (got[i] != (float)i / 63.0f);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
