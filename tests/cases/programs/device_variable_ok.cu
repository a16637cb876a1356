// expect: ok: __device__ variables start as zero or with their initialiser; symbols are copied whole, in part and by address.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__device__ int counter;
__device__ float table[4] = { 1.0f, 2.0f, 3.0f, 4.0f };
__constant__ float factor = 2.0f;

__global__ void use(float* out) {
    atomicAdd(&counter, 1);
    out[threadIdx.x] = table[threadIdx.x % 4] * factor;
}

int main() {
    float got[8], ten = 10.0f, *out = nullptr, *address = nullptr;
    int count = 0;
    CK(cudaMalloc(&out, sizeof(got)));
    CK(cudaMemcpyToSymbol(table, &ten, sizeof(float), 2 * sizeof(float)));
    CK(cudaGetSymbolAddress((void**)&address, table));
    CK(cudaMemcpy(address + 3, &ten, sizeof(float), cudaMemcpyHostToDevice));
    use<<<1, 8>>>(out);
    CK(cudaGetLastError());
    CK(cudaMemcpyFromSymbol(&count, counter, sizeof(count)));
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaFree(out));
    const float want[4] = { 2.0f, 4.0f, 20.0f, 20.0f };
    int bad = (count != 8);
    for (int i = 0; i < 8; ++i) bad += (got[i] != want[i % 4]);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
