// expect: ok: cudaFree waits for the kernel that still uses the buffer, so it may follow the launch at once.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* v, int* out) {
    v[threadIdx.x] = (int)threadIdx.x;
    out[threadIdx.x] = v[threadIdx.x];
}

int main() {
    int *scratch = nullptr, *out = nullptr, got[32];
    CK(cudaMalloc(&scratch, sizeof(got)));
    CK(cudaMalloc(&out, sizeof(got)));
    fill<<<1, 32>>>(scratch, out);
    CK(cudaGetLastError());
    CK(cudaFree(scratch));
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < 32; ++i) bad += (got[i] != i);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
