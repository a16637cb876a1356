// expect: ok: the host waits for the kernel before it reads the clock, and also times the launch alone.
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
    auto queued = std::chrono::steady_clock::now();  // the time of the launch alone
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    auto end = std::chrono::steady_clock::now();
    if (cudaGetLastError() != cudaSuccess) return 1;
    float first = 0.0f;
    if (cudaMemcpy(&first, d, sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    if (cudaFree(d) != cudaSuccess) return 1;
    const bool good = first > 1.9f && end >= queued && queued >= begin;
    std::printf("RESULT: %s\n", good ? "PASS" : "FAIL");
    return 0;
}
