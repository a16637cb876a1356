// expect: memcheck-oob: thread n writes past a, which hits the next allocation instead of unmapped memory.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = n;  // BUG: no if (i < n), two blocks have 128 threads for 64 elements
}

int main() {
    const int n = 64;
    int *a = nullptr, *b = nullptr, got[n];
    CK(cudaMalloc(&a, n * sizeof(int)));  // 256 bytes, so that b follows at once
    CK(cudaMalloc(&b, n * sizeof(int)));
    CK(cudaMemset(b, 0, n * sizeof(int)));
    fill<<<2, n>>>(a, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, b, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(a));
    CK(cudaFree(b));
    int hit = 0;
    for (int i = 0; i < n; ++i) hit += (got[i] != 0);
    std::printf("RESULT: %d elements of the other array were overwritten\n", hit);
    return 0;
}
