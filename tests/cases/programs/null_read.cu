// expect: memcheck-oob: a kernel reads the first element through a null pointer.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void copy_first(const float* in, float* out) {
    out[0] = in[0];  // BUG: in is null
}

int main() {
    float *in = nullptr, *out = nullptr;
    CK(cudaMalloc(&out, sizeof(float)));
    copy_first<<<1, 1>>>(in, out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(out));
    std::printf("RESULT: no error was seen\n");
    return 0;
}
