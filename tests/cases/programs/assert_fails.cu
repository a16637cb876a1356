// expect: sticky-error: an assertion in the kernel does not hold, which ends the kernel and all later calls.
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void invert(const float* in, float* out) {
    assert(in[threadIdx.x] != 0.0f);  // BUG: element 2 is 0
    out[threadIdx.x] = 1.0f / in[threadIdx.x];
}

int main() {
    float h[4] = { 1.0f, 2.0f, 0.0f, 4.0f }, *in = nullptr, *out = nullptr;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice));
    invert<<<1, 4>>>(in, out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(in));
    CK(cudaFree(out));
    std::printf("RESULT: no error was seen\n");
    return 0;
}
