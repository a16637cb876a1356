// expect: memcheck-oob: the launch asks for n bytes of dynamic shared memory, the kernel uses n floats.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void reverse(float* v, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    s[t] = v[t];  // BUG: the third launch argument below must be n * sizeof(float)
    __syncthreads();
    v[t] = s[n - 1 - t];  // BUG
}

int main() {
    const int n = 128;
    float h[n], *d = nullptr;
    for (int i = 0; i < n; ++i) h[i] = (float)i;
    CK(cudaMalloc(&d, sizeof(h)));
    CK(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
    reverse<<<1, n, n>>>(d, n);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(d));
    std::printf("RESULT: no error was seen\n");
    return 0;
}
