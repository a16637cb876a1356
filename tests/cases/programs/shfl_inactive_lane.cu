// expect: note barrier-divergence: the value is fetched from a lane that does not take part, so it is undefined.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fetch(const int* v, int* out) {
    int lane = threadIdx.x;
    int x = v[lane];
    if (lane < 16) {
        x = __shfl_sync(0x0000ffffu, x, lane + 16);  // BUG: lanes 16 to 31 are not here
        out[lane] = x;
    }
}

int main() {
    int h[32], *v = nullptr, *out = nullptr;
    for (int i = 0; i < 32; ++i) h[i] = i;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice));
    fetch<<<1, 32>>>(v, out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(v));
    CK(cudaFree(out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
