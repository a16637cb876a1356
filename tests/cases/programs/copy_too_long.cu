// expect: api-error: the size of the copy counts floats twice, which is more than the allocation has.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    const int n = 64;
    float h[4 * n] = {0.0f}, *d = nullptr;
    CK(cudaMalloc(&d, n * sizeof(float)));
    cudaError_t e = cudaMemcpy(d, h, n * sizeof(float) * sizeof(float), cudaMemcpyHostToDevice);  // BUG
    (void)cudaGetLastError();
    CK(cudaFree(d));
    std::printf("RESULT: the copy said %s\n", cudaGetErrorName(e));
    return 0;
}
