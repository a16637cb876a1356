// expect: device-deref-host: the struct is on the device, but the pointer in it still is the host's.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

struct View {
    float* data;
    int n;
};

__global__ void fill(const View* v) {
    int i = threadIdx.x;
    if (i < v->n) v->data[i] = 1.0f;  // BUG: data points to a host array, a shallow copy
}

int main() {
    static float values[16];
    View h{values, 16}, *d = nullptr;
    CK(cudaMalloc(&d, sizeof(View)));
    CK(cudaMemcpy(d, &h, sizeof(View), cudaMemcpyHostToDevice));
    fill<<<1, 16>>>(d);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaFree(d));
    std::printf("RESULT: no error was seen\n");
    return 0;
}
