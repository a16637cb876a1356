// expect: barrier-divergence: lanes that should shuffle together name different masks.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void sum(const int* v, int* out) {
    int lane = threadIdx.x;
    unsigned mask = lane < 16 ? 0xffffffffu : 0xffff0000u;
    int x = v[lane];
    x += __shfl_down_sync(mask, x, 8);  // BUG: one mask for all who take part
    if (lane == 0) *out = x;
}

int main() {
    int h[32], *v = nullptr, *out = nullptr;
    for (int i = 0; i < 32; ++i) h[i] = 1;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(int)));
    CK(cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice));
    sum<<<1, 32>>>(v, out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(v));
    CK(cudaFree(out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
