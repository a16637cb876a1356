// expect: uninit: every other slot of the dynamic shared array is added although nobody has written it.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void sum_all(const int* v, int* out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[2 * t] = v[t];
    __syncthreads();
    if (t != 0) return;
    int sum = 0;
    for (int k = 0; k < 2 * n; ++k) sum += s[k];  // BUG: only the even slots have values
    *out = sum;
}

int main() {
    const int n = 32;
    int h[n], *v = nullptr, *out = nullptr;
    for (int i = 0; i < n; ++i) h[i] = 1;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(int)));
    CK(cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice));
    sum_all<<<1, n, 2 * n * sizeof(int)>>>(v, out, n);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(v));
    CK(cudaFree(out));
    std::printf("RESULT: no error was seen\n");
    return 0;
}
