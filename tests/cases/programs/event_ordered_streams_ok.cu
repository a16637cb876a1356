// expect: ok: an event carries the order from the producer's stream to the consumer's.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void produce(int* v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = i;
}

__global__ void consume(const int* v, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = v[n - 1 - i];
}

int main() {
    const int n = 1024;
    static int h[n];
    int *v = nullptr, *out = nullptr;
    cudaStream_t a, b;
    cudaEvent_t ready;
    CK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    CK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    CK(cudaMalloc(&v, sizeof(h)));
    CK(cudaMalloc(&out, sizeof(h)));
    produce<<<n / 256, 256, 0, a>>>(v);
    CK(cudaGetLastError());
    CK(cudaEventRecord(ready, a));
    CK(cudaStreamWaitEvent(b, ready, 0));
    consume<<<n / 256, 256, 0, b>>>(v, out, n);
    CK(cudaGetLastError());
    CK(cudaMemcpyAsync(h, out, sizeof(h), cudaMemcpyDeviceToHost, b));
    CK(cudaStreamSynchronize(b));
    CK(cudaFree(v));
    CK(cudaFree(out));
    CK(cudaEventDestroy(ready));
    CK(cudaStreamDestroy(a));
    CK(cudaStreamDestroy(b));
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (h[i] != n - 1 - i);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
