// expect: ok: cudaErrorNotReady from a query is an answer, and the program goes on asking.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void work(int* v, int rounds) {
    unsigned x = threadIdx.x;
    for (int k = 0; k < rounds; ++k) x = x * 1664525u + 1013904223u;
    v[threadIdx.x] = (int)(x & 1u) + 1;
}

int main() {
    int *d = nullptr, got[64];
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMalloc(&d, sizeof(got)));
    work<<<1, 64, 0, s>>>(d, 20000);
    CK(cudaGetLastError());
    cudaError_t e;
    while ((e = cudaStreamQuery(s)) == cudaErrorNotReady) {
    }
    CK(e);
    CK(cudaMemcpy(got, d, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(d));
    CK(cudaStreamDestroy(s));
    int bad = 0;
    for (int i = 0; i < 64; ++i) bad += (got[i] != 1 && got[i] != 2);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
