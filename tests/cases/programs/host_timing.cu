// expect: missing-sync: the clock is read right after the launch, which returns before the kernel has run.
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>

__global__ void work(float* v, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = v[i];
    for (int k = 0; k < rounds; ++k) x = x * 0.5f + 1.0f;
    v[i] = x;
}

int main() {
    const int n = 4096;
    float* d = nullptr;
    if (cudaMalloc(&d, n * sizeof(float)) != cudaSuccess) return 1;
    if (cudaMemset(d, 0, n * sizeof(float)) != cudaSuccess) return 1;
    auto begin = std::chrono::steady_clock::now();
    work<<<n / 256, 256>>>(d, 1000);
    auto end = std::chrono::steady_clock::now();  // BUG: cudaDeviceSynchronize() first
    if (cudaGetLastError() != cudaSuccess) return 1;
    float first = 0.0f;
    if (cudaMemcpy(&first, d, sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    if (cudaFree(d) != cudaSuccess) return 1;
    std::printf("RESULT: first = %.1f, %s\n", first, end >= begin ? "the time is the launch's" : "no time");
    return 0;
}
