// expect: host-deref: std::memcpy reads device memory; only cudaMemcpy can.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    int h[4], *d = nullptr;
    CK(cudaMalloc(&d, sizeof(h)));
    CK(cudaMemset(d, 0, sizeof(h)));
    std::printf("about to copy\n");
    std::fflush(stdout);
    std::memcpy(h, d, sizeof(h));  // BUG: cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost)
    CK(cudaFree(d));
    std::printf("RESULT: h[0] = %d\n", h[0]);
    return 0;
}
