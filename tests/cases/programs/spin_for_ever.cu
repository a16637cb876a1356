// expect: deadlock: every thread waits for a flag that nobody sets.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void wait_for(volatile int* flag, int* out) {
    while (*flag == 0) {  // BUG: the host never sets it, and no thread does
    }
    *out = 1;
}

int main() {
    int* flag = nullptr;
    CK(cudaMalloc(&flag, 2 * sizeof(int)));
    CK(cudaMemset(flag, 0, 2 * sizeof(int)));
    wait_for<<<1, 1>>>(flag, flag + 1);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(flag));
    std::printf("RESULT: the program ended\n");
    return 0;
}
