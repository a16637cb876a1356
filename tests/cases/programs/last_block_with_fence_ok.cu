// expect: ok: the ticket of the last block has a fence before it and after it, so the partial sums are there.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void total(const int* v, int* partial, unsigned* tickets, int* out) {
    __shared__ int s[128];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = v[blockIdx.x * 128 + t];
    __syncthreads();
    for (int step = 64; step > 0; step /= 2) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = (atomicAdd(tickets, 1u) == gridDim.x - 1);
    }
    __syncthreads();
    if (!last) return;
    if (t == 0) {
        __threadfence();
        int sum = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
        *out = sum;
        *tickets = 0;  // ready for the next launch
    }
}

int main() {
    const int blocks = 64, n = blocks * 128;
    static int h[n];
    for (int i = 0; i < n; ++i) h[i] = 1;
    int *v = nullptr, *partial = nullptr, *out = nullptr, got = 0;
    unsigned* tickets = nullptr;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&partial, blocks * sizeof(int)));
    CK(cudaMalloc(&tickets, sizeof(unsigned)));
    CK(cudaMalloc(&out, sizeof(int)));
    CK(cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice));
    CK(cudaMemset(tickets, 0, sizeof(unsigned)));
    for (int round = 0; round < 2; ++round) {
        total<<<blocks, 128>>>(v, partial, tickets, out);
        CK(cudaGetLastError());
    }
    CK(cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost));
    CK(cudaFree(v)); CK(cudaFree(partial)); CK(cudaFree(tickets)); CK(cudaFree(out));
    std::printf("RESULT: %s (total %d)\n", got == n ? "PASS" : "FAIL", got);
    return 0;
}
