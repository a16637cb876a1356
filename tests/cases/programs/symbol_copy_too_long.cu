// expect: api-error: more bytes are copied to a symbol than it has.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__constant__ float weights[4];

__global__ void use(float* out) { out[threadIdx.x] = weights[threadIdx.x]; }

int main() {
    float h[8] = {0.0f}, *out = nullptr;
    CK(cudaMalloc(&out, 4 * sizeof(float)));
    cudaError_t e = cudaMemcpyToSymbol(weights, h, sizeof(h));  // BUG: sizeof(weights)
    (void)cudaGetLastError();
    use<<<1, 4>>>(out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(out));
    std::printf("RESULT: the copy said %s\n", cudaGetErrorName(e));
    return 0;
}
