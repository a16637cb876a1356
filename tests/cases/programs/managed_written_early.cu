// expect: missing-sync: the host changes managed memory while the kernel that reads it may still be running.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void slow_sum(const int* v, int* out, int rounds) {
    unsigned x = 1u;
    for (int k = 0; k < rounds; ++k) x = x * 1664525u + 1013904223u;
    out[threadIdx.x] = v[threadIdx.x] + (x == 0u);
}

int main() {
    int *v = nullptr, *out = nullptr;
    CK(cudaMallocManaged(&v, 64 * sizeof(int)));
    CK(cudaMalloc(&out, 64 * sizeof(int)));
    for (int i = 0; i < 64; ++i) v[i] = 1;
    slow_sum<<<1, 64>>>(v, out, 20000);
    CK(cudaGetLastError());
    v[5] = 2;  // BUG: cudaDeviceSynchronize() first
    CK(cudaDeviceSynchronize());
    CK(cudaFree(v));
    CK(cudaFree(out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
