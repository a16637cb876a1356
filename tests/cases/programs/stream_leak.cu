// expect: note leak: a stream is never destroyed; the end of the process takes it along.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* v) { v[threadIdx.x] = 1; }

int main() {
    int *d = nullptr, h[32];
    cudaStream_t s;
    CK(cudaStreamCreate(&s));  // BUG: cudaStreamDestroy(s) is missing
    CK(cudaMalloc(&d, sizeof(h)));
    fill<<<1, 32, 0, s>>>(d);
    CK(cudaGetLastError());
    CK(cudaMemcpyAsync(h, d, sizeof(h), cudaMemcpyDeviceToHost, s));
    CK(cudaStreamSynchronize(s));
    CK(cudaFree(d));
    std::printf("RESULT: %s\n", h[31] == 1 ? "PASS" : "FAIL");
    return 0;
}
