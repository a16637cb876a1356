// expect: double-free: memory from malloc is given to cudaFree, which never made it.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    float* h = (float*)std::malloc(64 * sizeof(float));
    float* d = nullptr;
    CK(cudaMalloc(&d, 64 * sizeof(float)));
    cudaError_t e = cudaFree(h);  // BUG: h belongs to free()
    (void)cudaGetLastError();
    CK(cudaFree(d));
    std::free(h);
    std::printf("RESULT: cudaFree of a host pointer: %s\n", cudaGetErrorName(e));
    return 0;
}
