// expect: race-global: the flag says that the data is there, but no fence orders the two writes.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void hand_over(volatile int* flag, int* data, int* out) {
    if (blockIdx.x == 0) {
        *data = 42;
        *flag = 1;  // BUG: __threadfence() before this store
    } else {
        while (*flag == 0) {
        }
        *out = *data;  // BUG: __threadfence() before this read
    }
}

int main() {
    int *flag = nullptr, *data = nullptr, *out = nullptr, got = 0;
    CK(cudaMalloc(&flag, sizeof(int)));
    CK(cudaMalloc(&data, sizeof(int)));
    CK(cudaMalloc(&out, sizeof(int)));
    CK(cudaMemset(flag, 0, sizeof(int)));
    CK(cudaMemset(data, 0, sizeof(int)));
    hand_over<<<2, 1>>>(flag, data, out);
    CK(cudaGetLastError());
    CK(cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost));
    CK(cudaFree(flag));
    CK(cudaFree(data));
    CK(cudaFree(out));
    std::printf("RESULT: got %d (expected 42, rarely wrong)\n", got);
    return 0;
}
