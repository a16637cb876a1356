// expect: ok: a program asks for too much, clears the error, and takes less.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* v) { v[threadIdx.x] = 3; }

int main() {
    int *d = nullptr, got[32];
    size_t bytes = (size_t)1 << 50;
    while (cudaMalloc(&d, bytes) != cudaSuccess) {
        (void)cudaGetLastError();
        bytes = sizeof(got);
    }
    fill<<<1, 32>>>(d);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, d, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(d));
    std::printf("RESULT: %s\n", got[31] == 3 ? "PASS" : "FAIL");
    return 0;
}
