// expect: ok: one thread a block takes a lock by compare-and-swap, with fences inside it, and gives it back by an atomic.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void add_up(int* lock, int* sum, int* count) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += (int)blockIdx.x;
    *count += 1;
    __threadfence();
    atomicExch(lock, 0);
}

int main() {
    const int blocks = 32;
    int *d = nullptr, h[3] = {0, 0, 0};
    CK(cudaMalloc(&d, sizeof(h)));
    CK(cudaMemset(d, 0, sizeof(h)));
    add_up<<<blocks, 64>>>(d, d + 1, d + 2);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(d));
    bool right = h[1] == blocks * (blocks - 1) / 2 && h[2] == blocks;
    std::printf("RESULT: %s (sum %d)\n", right ? "PASS" : "FAIL", h[1]);
    return 0;
}
