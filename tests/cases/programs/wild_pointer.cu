// expect: memcheck-oob: the kernel follows an address that no allocation is near.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void store(int* p) {
    *p = 1;  // BUG: p was made from a number
}

int main() {
    int* p = (int*)(uintptr_t)0x123456789000ull;
    store<<<1, 1>>>(p);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    std::printf("RESULT: no error was seen\n");
    return 0;
}
