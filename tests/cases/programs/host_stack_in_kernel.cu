// expect: device-deref-host: the kernel gets the address of a variable on the host's stack.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void store(int* result) {
    *result = 42;  // BUG: result is &answer, on the host
}

int main() {
    int answer = 0;
    store<<<1, 1>>>(&answer);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    std::printf("RESULT: answer = %d (expected 42)\n", answer);
    return 0;
}
