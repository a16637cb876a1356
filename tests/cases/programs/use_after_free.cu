// expect: memcheck-oob: the buffer is freed before the kernel that reads it is launched.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void copy(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x];  // BUG: in was freed by the host
}

int main() {
    int *in = nullptr, *out = nullptr;
    CK(cudaMalloc(&in, 32 * sizeof(int)));
    CK(cudaMalloc(&out, 32 * sizeof(int)));
    CK(cudaMemset(in, 0, 32 * sizeof(int)));
    CK(cudaFree(in));
    copy<<<1, 32>>>(in, out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(out));
    std::printf("RESULT: no error was seen\n");
    return 0;
}
