// expect: memcheck-oob: index 4 of a member array of 4 lies in the next member, inside the allocation.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

struct Track {
    int id[4];
    int length;
};

__global__ void reset(Track* t) {
    Track& mine = t[threadIdx.x];
    mine.length = 4;
    for (int k = 0; k <= 4; ++k) mine.id[k] = -1;  // BUG: k < 4
}

int main() {
    Track h[8], *d = nullptr;
    CK(cudaMalloc(&d, sizeof(h)));
    reset<<<1, 8>>>(d);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(d));
    std::printf("RESULT: length = %d (expected 4)\n", h[0].length);
    return 0;
}
