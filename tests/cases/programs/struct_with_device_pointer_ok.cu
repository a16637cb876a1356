// expect: ok: host code may copy a struct that holds a device pointer, and compute with the pointer, as long as it follows it nowhere.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

struct View {
    float* data;
    int n;
};

__global__ void fill(View v) {
    int i = threadIdx.x;
    if (i < v.n) v.data[i] = (float)i;
}

__global__ void fill_by_pointer(const View* v) {
    int i = threadIdx.x;
    if (i < v->n) v->data[i] += 1.0f;
}

int main() {
    float got[16];
    View all{nullptr, 16}, upper, *d_view = nullptr;
    CK(cudaMalloc(&all.data, sizeof(got)));
    std::memcpy(&upper, &all, sizeof(View));
    upper.data += 8;
    upper.n = (int)(all.data + all.n - upper.data);
    CK(cudaMalloc(&d_view, sizeof(View)));
    CK(cudaMemcpy(d_view, &upper, sizeof(View), cudaMemcpyHostToDevice));
    fill<<<1, 16>>>(all);
    CK(cudaGetLastError());
    fill_by_pointer<<<1, 16>>>(d_view);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, all.data, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(all.data));
    CK(cudaFree(d_view));
    int bad = 0;
    for (int i = 0; i < 16; ++i) bad += (got[i] != (float)(i + (i >= 8)));
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
