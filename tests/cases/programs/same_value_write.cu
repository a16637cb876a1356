// expect: note race-shared: several threads store the same value in one shared flag; it works, and says less than it could.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void any_negative(const int* v, int* out) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (v[threadIdx.x] < 0) found = 1;  // BUG: harmless; __syncthreads_or says it better
    __syncthreads();
    if (threadIdx.x == 0) *out = found;
}

int main() {
    int h[64], *v = nullptr, *out = nullptr, got = 0;
    for (int i = 0; i < 64; ++i) h[i] = (i % 2 == 0) ? -1 : 1;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(int)));
    CK(cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice));
    any_negative<<<1, 64>>>(v, out);
    CK(cudaGetLastError());
    CK(cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost));
    CK(cudaFree(v));
    CK(cudaFree(out));
    std::printf("RESULT: %s (flag %d)\n", got == 1 ? "PASS" : "FAIL", got);
    return 0;
}
