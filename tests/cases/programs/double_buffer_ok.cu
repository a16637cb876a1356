// expect: ok: two shared buffers take turns, so one barrier a round is enough.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void broadcast(const int* v, int* out, int rounds) {
    __shared__ int now[2];
    int sum = 0;
    for (int k = 0; k < rounds; ++k) {
        if (threadIdx.x == 0) now[k % 2] = v[k];
        __syncthreads();  // a thread that writes now[k % 2] again has passed the next one
        sum += now[k % 2];
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
    int bad = 0;
    for (int i = 0; i < 128; ++i) bad += (h[i] != rounds * (rounds - 1) / 2);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
