// expect: ok: stream b frees the buffer after an event of stream a, which used it last.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void fill(int* v, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = i;
    out[i] = v[i] + 1;
}

int main() {
    const int n = 1024;
    int *d = nullptr, *out = nullptr;
    static int got[n];
    cudaStream_t a, b;
    cudaEvent_t used;
    CK(cudaStreamCreate(&a));
    CK(cudaStreamCreate(&b));
    CK(cudaEventCreateWithFlags(&used, cudaEventDisableTiming));
    CK(cudaMalloc(&out, n * sizeof(int)));
    CK(cudaMallocAsync(&d, n * sizeof(int), a));
    fill<<<n / 256, 256, 0, a>>>(d, out);
    CK(cudaGetLastError());
    CK(cudaEventRecord(used, a));
    CK(cudaStreamWaitEvent(b, used, 0));
    CK(cudaFreeAsync(d, b));
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaStreamSynchronize(b));
    CK(cudaEventDestroy(used));
    CK(cudaStreamDestroy(a));
    CK(cudaStreamDestroy(b));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (got[i] != i + 1);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
