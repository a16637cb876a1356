// expect: ok: cudaFree(nullptr) does nothing, and a pointer set to nullptr may be freed again.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

int main() {
    int* d = nullptr;
    CK(cudaFree(nullptr));
    CK(cudaMalloc(&d, 64 * sizeof(int)));
    CK(cudaFree(d));
    d = nullptr;
    CK(cudaFree(d));
    std::printf("RESULT: PASS\n");
    return 0;
}
