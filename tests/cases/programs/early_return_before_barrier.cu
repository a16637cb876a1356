// expect: note barrier-divergence: threads past the end leave before the barrier; GPUs since Volta wait for the others only.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void shift(const int* in, int* out, int n) {
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = in[i];
    __syncthreads();  // BUG: works today; better let every thread reach it
    out[i] = (i + 1 < n && threadIdx.x < 63) ? s[threadIdx.x + 1] : 0;
}

int main() {
    const int n = 100;
    int h[n], got[n], *in = nullptr, *out = nullptr;
    for (int i = 0; i < n; ++i) h[i] = i;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice));
    shift<<<2, 64>>>(in, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (got[i] != ((i + 1 < n && i % 64 < 63) ? i + 1 : 0));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
