// expect: ok: a cooperative launch may wait for the whole grid between writing and reading.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void rotate(const int* in, int* middle, int* out, int n) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    middle[i] = in[i] * 2;
    grid.sync();
    out[i] = middle[(i + blockDim.x) % n];
}

int main() {
    int n = 4 * 64, h[256];
    for (int i = 0; i < n; ++i) h[i] = i;
    int *in = nullptr, *middle = nullptr, *out = nullptr;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&middle, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice));
    void* args[] = { &in, &middle, &out, &n };
    CK(cudaLaunchCooperativeKernel((const void*)rotate, dim3(4), dim3(64), args, 0, 0));
    CK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(middle));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (h[i] != 2 * ((i + 64) % n));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
