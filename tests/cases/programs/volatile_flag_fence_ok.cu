// expect: ok: block 0 writes, fences and sets a volatile flag; block 1 sees the flag, fences and reads. Both blocks fit on a GPU.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void hand_over(volatile int* flag, int* data, int* out) {
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        *out = *data;
    }
}

int main() {
    int *flag = nullptr, *data = nullptr, *out = nullptr, got = 0;
    CK(cudaMalloc(&flag, sizeof(int)));
    CK(cudaMalloc(&data, sizeof(int)));
    CK(cudaMalloc(&out, sizeof(int)));
    CK(cudaMemset(flag, 0, sizeof(int)));
    hand_over<<<2, 1>>>(flag, data, out);
    CK(cudaGetLastError());
    CK(cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost));
    CK(cudaFree(flag));
    CK(cudaFree(data));
    CK(cudaFree(out));
    std::printf("RESULT: %s (got %d)\n", got == 42 ? "PASS" : "FAIL", got);
    return 0;
}
