// expect: memcheck-oob: a negative row index writes far before the array, where other arrays of the program live.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void shift_up(const float* in, float* out, int width, int height) {
    int x = threadIdx.x, y = blockIdx.x;
    out[(y - 1) * width + x] = in[y * width + x];  // BUG: y - 1 is -1 in the first row
}

int main() {
    const int w = 64, h = 4, n = w * h;
    float *before = nullptr, *in = nullptr, *out = nullptr;
    CK(cudaMalloc(&before, n * sizeof(float)));
    CK(cudaMalloc(&in, n * sizeof(float)));
    CK(cudaMalloc(&out, n * sizeof(float)));
    CK(cudaMemset(in, 0, n * sizeof(float)));
    shift_up<<<h, w>>>(in, out, w, h);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(before));
    CK(cudaFree(in));
    CK(cudaFree(out));
    std::printf("RESULT: no error was seen\n");
    return 0;
}
