// expect: ok: managed memory is used by host and device in turn, with a synchronisation before each turn of the host.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void add_one(int* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += 1;
}

__managed__ int rounds = 0;

__global__ void count_round() { rounds += 1; }

int main() {
    const int n = 1000;
    int* v = nullptr;
    CK(cudaMallocManaged(&v, n * sizeof(int)));
    for (int i = 0; i < n; ++i) v[i] = i;
    for (int round = 0; round < 2; ++round) {
        add_one<<<(n + 127) / 128, 128>>>(v, n);
        CK(cudaGetLastError());
        count_round<<<1, 1>>>();
        CK(cudaGetLastError());
        CK(cudaDeviceSynchronize());
        v[0] += 10;
    }
    int bad = (v[0] != 22) + (rounds != 2);
    for (int i = 1; i < n; ++i) bad += (v[i] != i + 2);
    CK(cudaFree(v));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
