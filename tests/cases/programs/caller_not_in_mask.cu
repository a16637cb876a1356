// expect: barrier-divergence: all lanes call with a mask that names half of them.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void sum(const int* v, int* out) {
    int x = v[threadIdx.x];
    for (int step = 8; step > 0; step /= 2) {
        x += __shfl_down_sync(0x0000ffffu, x, step);  // BUG: lanes 16 to 31 call it, too
    }
    if (threadIdx.x == 0) *out = x;
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
