// expect: race-shared: the mask leaves out the upper lanes, whose writes nothing orders.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void reverse(int* v) {
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = v[lane];
    if (lane < 16) {
        __syncwarp(0x0000ffffu);  // BUG: s[31 - lane] is written by a lane that is not named
        v[lane] = s[31 - lane];  // BUG
    }
}

int main() {
    int h[32], *d = nullptr;
    for (int i = 0; i < 32; ++i) h[i] = i;
    CK(cudaMalloc(&d, sizeof(h)));
    CK(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
    reverse<<<1, 32>>>(d);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(d));
    std::printf("RESULT: the program ended\n");
    return 0;
}
