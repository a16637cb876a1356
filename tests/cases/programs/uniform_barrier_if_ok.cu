// expect: ok: the barrier stands in an if whose condition is the same for all threads of a block.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void maybe_reverse(int* v, bool reversed) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[blockIdx.x * 64 + t];
    if (reversed && blockIdx.x % 2 == 0) {
        __syncthreads();
        v[blockIdx.x * 64 + t] = s[63 - t];
    }
}

int main() {
    const int n = 256;
    int h[n], *d = nullptr;
    for (int i = 0; i < n; ++i) h[i] = i;
    CK(cudaMalloc(&d, sizeof(h)));
    CK(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
    maybe_reverse<<<n / 64, 64>>>(d, true);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(d));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (h[i] != ((i / 64) % 2 == 0 ? i / 64 * 64 + 63 - i % 64 : i));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
