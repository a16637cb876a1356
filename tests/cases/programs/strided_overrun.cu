// expect: memcheck-oob: strides of 1 KB lead from one array into the one that was allocated behind it.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void set_every_other(float* v, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 256 + 128;
    if (i < 2 * n) v[i] = 1.0f;  // BUG: n was meant
}

int main() {
    const int n = 4096;
    float *first = nullptr, *second = nullptr;
    CK(cudaMalloc(&first, n * sizeof(float)));
    CK(cudaMalloc(&second, n * sizeof(float)));
    CK(cudaMemset(first, 0, n * sizeof(float)));
    CK(cudaMemset(second, 0, n * sizeof(float)));
    set_every_other<<<1, 32>>>(first, n);
    CK(cudaGetLastError());
    cudaError_t e = cudaDeviceSynchronize();
    std::printf("RESULT: %s\n", cudaGetErrorString(e));
    cudaFree(first);
    cudaFree(second);
    return 0;
}
