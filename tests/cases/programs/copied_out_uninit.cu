// expect: note uninit: the kernel fills one buffer and the host fetches another, which nobody has written.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = i;
}

int main() {
    const int n = 128;
    int h[n], *d_in = nullptr, *d_out = nullptr;
    CK(cudaMalloc(&d_in, sizeof(h)));
    CK(cudaMalloc(&d_out, sizeof(h)));
    fill<<<n / 64, 64>>>(d_in, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost));  // BUG: d_in was filled
    CK(cudaFree(d_in));
    CK(cudaFree(d_out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
