// expect: race-global: threads of one block pass values through global memory with no barrier between.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void shift(int* v, int* out) {
    int t = threadIdx.x;
    v[t] = t * t;
    out[t] = v[(t + 40) % 128];  // BUG: __syncthreads() before this line
}

int main() {
    int *v = nullptr, *out = nullptr;
    CK(cudaMalloc(&v, 128 * sizeof(int)));
    CK(cudaMalloc(&out, 128 * sizeof(int)));
    CK(cudaMemset(v, 0, 128 * sizeof(int)));
    shift<<<1, 128>>>(v, out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(v));
    CK(cudaFree(out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
