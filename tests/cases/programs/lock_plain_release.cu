// expect: race-global: the lock is given back by a plain store, which no atomic orders.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void add_up(int* lock, int* sum) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += (int)blockIdx.x;  // BUG: what the lock should protect
    __threadfence();
    *lock = 0;  // BUG: atomicExch(lock, 0)
}

int main() {
    const int blocks = 16;
    int *d = nullptr, h[2] = {0, 0};
    CK(cudaMalloc(&d, sizeof(h)));
    CK(cudaMemset(d, 0, sizeof(h)));
    add_up<<<blocks, 64>>>(d, d + 1);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(d));
    std::printf("RESULT: sum %d\n", h[1]);
    return 0;
}
