// expect: api-error: cudaSetDevice(99) fails and nobody looks at it.
#include <cuda_runtime.h>
#include <cstdio>

int main() {
    int* d = nullptr;
    cudaSetDevice(99);  // BUG: there is no such device
    cudaMalloc(&d, 64);
    cudaFree(d);
    std::printf("RESULT: the program ended\n");
    return 0;
}
