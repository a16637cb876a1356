// expect: sticky-error: a failed assertion of one kernel makes every later call fail, also in code that is right.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void check(const int* v) {
    if (v[threadIdx.x] < 0) __trap();  // BUG: reached, element 3 is negative
}

__global__ void fill(int* v) { v[threadIdx.x] = 1; }

int main() {
    int h[32], *d = nullptr;
    for (int i = 0; i < 32; ++i) h[i] = i == 3 ? -1 : 1;
    CK(cudaMalloc(&d, sizeof(h)));
    CK(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
    check<<<1, 32>>>(d);
    CK(cudaGetLastError());
    fill<<<1, 32>>>(d);
    cudaError_t e = cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    std::printf("RESULT: the copy said %s\n", cudaGetErrorName(e));
    return 0;
}
