// expect: uninit: best has a first value only in threads whose first element is positive.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void row_maximum(const float* m, float* out, int cols) {
    float best;  // BUG: = m[threadIdx.x * cols]
    for (int c = 0; c < cols; ++c) {
        float x = m[threadIdx.x * cols + c];
        if (c == 0 && x > 0.0f) best = x;
        if (x > best) best = x;
    }
    out[threadIdx.x] = best;
}

int main() {
    const int rows = 8, cols = 4;
    float h[rows * cols], got[rows], *m = nullptr, *out = nullptr;
    for (int i = 0; i < rows * cols; ++i) h[i] = -1.0f - i;
    CK(cudaMalloc(&m, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(got)));
    CK(cudaMemcpy(m, h, sizeof(h), cudaMemcpyHostToDevice));
    row_maximum<<<1, rows>>>(m, out, cols);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(m));
    CK(cudaFree(out));
    std::printf("RESULT: the maximum of row 0 is %s\n", got[0] == -1.0f ? "right" : "wrong");
    return 0;
}
