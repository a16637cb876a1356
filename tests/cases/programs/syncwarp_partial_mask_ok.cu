// expect: ok: lanes 0..15 and 16..31 each work by themselves, with masks that name exactly them.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void half_sums(const int* v, int* out) {
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = v[lane];
    unsigned mask = lane < 16 ? 0x0000ffffu : 0xffff0000u;
    if (lane < 16) {
        __syncwarp(mask);
        if (lane == 0) for (int k = 1; k < 16; ++k) s[0] += s[k];
        __syncwarp(mask);
        out[lane] = s[0];
    } else {
        int x = s[lane];
        for (int step = 8; step > 0; step /= 2) x += __shfl_xor_sync(mask, x, step);
        out[lane] = x;
    }
}

int main() {
    int h[32], *v = nullptr, *out = nullptr;
    for (int i = 0; i < 32; ++i) h[i] = i < 16 ? 1 : 2;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice));
    half_sums<<<1, 32>>>(v, out);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(v));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < 32; ++i) bad += (h[i] != (i < 16 ? 16 : 32));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
