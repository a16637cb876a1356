// expect: memcheck-oob: the recursion has no end, so the stack of the thread overflows.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__device__ int depth(int n) {
    volatile int here[64];
    here[n & 63] = n;                    // BUG: the stack ends here, or below
    return depth(n + 1) + here[n & 63];  // BUG: nothing ends it
}

__global__ void start(int* out) { *out = depth(0); }

int main() {
    int* out = nullptr;
    CK(cudaMalloc(&out, sizeof(int)));
    start<<<1, 1>>>(out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(out));
    std::printf("RESULT: no error was seen\n");
    return 0;
}
