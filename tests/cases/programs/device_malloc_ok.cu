// expect: ok: a kernel takes scratch memory from the device heap and gives it back.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void sort_three(const int* in, int* out) {
    int* mine = (int*)malloc(3 * sizeof(int));
    if (mine == nullptr) return;
    for (int k = 0; k < 3; ++k) mine[k] = in[threadIdx.x * 3 + k];
    for (int pass = 0; pass < 2; ++pass)
        for (int k = 0; k < 2; ++k)
            if (mine[k] > mine[k + 1]) { int x = mine[k]; mine[k] = mine[k + 1]; mine[k + 1] = x; }
    for (int k = 0; k < 3; ++k) out[threadIdx.x * 3 + k] = mine[k];
    free(mine);
}

int main() {
    int h[96], *in = nullptr, *out = nullptr;
    for (int i = 0; i < 96; ++i) h[i] = (i * 7) % 10;
    CK(cudaMalloc(&in, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    CK(cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice));
    sort_three<<<1, 32>>>(in, out);
    CK(cudaGetLastError());
    CK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
    CK(cudaFree(in));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < 96; i += 3) bad += (h[i] > h[i + 1]) + (h[i + 1] > h[i + 2]);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
