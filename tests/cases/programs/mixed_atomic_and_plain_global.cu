// expect: race-global: one block reads the total with a plain load while others still add to it.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void count(int* total, int* progress) {
    if (threadIdx.x == 0) atomicAdd(total, 1);
    if (blockIdx.x == 5 && threadIdx.x == 0) *progress = *total;  // BUG: a plain read among the atomics
}

int main() {
    int *d = nullptr, h[2];
    CK(cudaMalloc(&d, sizeof(h)));
    CK(cudaMemset(d, 0, sizeof(h)));
    count<<<16, 32>>>(d, d + 1);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(d));
    std::printf("RESULT: total %d\n", h[0]);
    return 0;
}
