// expect: race-shared: thread 0 stores the next round's value while others still read this round's.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void broadcast(const int* v, int* out, int rounds) {
    __shared__ int now;
    int sum = 0;
    for (int k = 0; k < rounds; ++k) {
        if (threadIdx.x == 0) now = v[k];  // BUG: a barrier at the end of the loop, too
        __syncthreads();
        sum += now;
    }
    out[threadIdx.x] = sum;
}

int main() {
    const int rounds = 8;
    int h[128], *v = nullptr, *out = nullptr;
    for (int i = 0; i < 128; ++i) h[i] = i;
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice));
    broadcast<<<1, 128>>>(v, out, rounds);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(v));
    CK(cudaFree(out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
