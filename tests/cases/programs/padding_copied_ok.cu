// expect: ok: copying whole structs reads the padding between their members, which nobody has written and nobody uses.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

struct Hit {
    char label;   // three bytes of padding follow
    int column;
};

__global__ void make(Hit* hits) {
    hits[threadIdx.x].label = 'a';
    hits[threadIdx.x].column = (int)threadIdx.x;
}

__global__ void reverse(const Hit* in, Hit* out, int n) {
    __shared__ Hit s[32];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    Hit mine = s[n - 1 - threadIdx.x];
    out[threadIdx.x] = mine;
}

int main() {
    const int n = 32;
    Hit h[n], *in = nullptr, *out = nullptr;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    make<<<1, n>>>(in);
    CK(cudaGetLastError());
    reverse<<<1, n>>>(in, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (h[i].label != 'a' || h[i].column != n - 1 - i);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
