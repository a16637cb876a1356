// expect: uninit: one kernel sets three of four members, the next one reads the fourth.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

struct Box {
    float x, y, score;
    int label;
};

__global__ void make(Box* b) {
    Box& mine = b[threadIdx.x];
    mine.x = 1.0f;
    mine.y = 2.0f;
    mine.score = 0.5f;
}

__global__ void count_label(const Box* b, int wanted, int* count) {
    if (b[threadIdx.x].label == wanted) atomicAdd(count, 1);  // BUG: make() sets no label
}

int main() {
    Box* b = nullptr;
    int *count = nullptr, got = 0;
    CK(cudaMalloc(&b, 32 * sizeof(Box)));
    CK(cudaMalloc(&count, sizeof(int)));
    CK(cudaMemset(count, 0, sizeof(int)));
    make<<<1, 32>>>(b);
    CK(cudaGetLastError());
    count_label<<<1, 32>>>(b, 7, count);
    CK(cudaGetLastError());
    CK(cudaMemcpy(&got, count, sizeof(int), cudaMemcpyDeviceToHost));
    CK(cudaFree(b));
    CK(cudaFree(count));
    std::printf("RESULT: the program ended\n");
    return 0;
}
