// expect: ok: a host function in the stream reads what the copy before it brought.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

struct Seen {
    const int* h;
    int sum;
};

__global__ void fill(int* v) { v[threadIdx.x] = (int)threadIdx.x; }

static void add_up(void* data) {
    Seen* seen = (Seen*)data;
    for (int i = 0; i < 64; ++i) seen->sum += seen->h[i];
}

int main() {
    int *h = nullptr, *d = nullptr;
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    CK(cudaMallocHost(&h, 64 * sizeof(int)));
    CK(cudaMalloc(&d, 64 * sizeof(int)));
    Seen seen{h, 0};
    fill<<<1, 64, 0, s>>>(d);
    CK(cudaGetLastError());
    CK(cudaMemcpyAsync(h, d, 64 * sizeof(int), cudaMemcpyDeviceToHost, s));
    CK(cudaLaunchHostFunc(s, add_up, &seen));
    CK(cudaStreamSynchronize(s));
    CK(cudaFree(d));
    CK(cudaFreeHost(h));
    CK(cudaStreamDestroy(s));
    std::printf("RESULT: %s (sum %d)\n", seen.sum == 2016 ? "PASS" : "FAIL", seen.sum);
    return 0;
}
