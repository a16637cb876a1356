// expect: launch-config: the launch asks for 2048 threads a block and nobody looks at the error.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* v) { v[threadIdx.x] = 1; }

int main() {
    int *d = nullptr, h[4] = {0, 0, 0, 0};
    CK(cudaMalloc(&d, 2048 * sizeof(int)));
    CK(cudaMemset(d, 0, 2048 * sizeof(int)));
    fill<<<1, 2048>>>(d);  // BUG: at most 1024, and no cudaGetLastError()
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(d);
    std::printf("RESULT: h[0] = %d (expected 1)\n", h[0]);
    return 0;
}
