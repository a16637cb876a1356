// expect: ok: a row-major product by swapped operands, padded, in a stream, its result fetched after a wait.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)
#define BK(x) do { cublasStatus_t s_ = (x); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    std::printf("RESULT: %s: %s\n", #x, cublasGetStatusName(s_)); return 1; } } while (0)

int main() {
    const int m = 2, k = 3, n = 2, pitch = 5;
    const float ha[m * k] = { 1, 2, 3, 4, 5, 6 }, hb[k * n] = { 1, 0, 0, 1, 1, 1 };
    const float want[m * n] = { 4, 5, 10, 11 }, one = 1, zero = 0;
    float hc[m * n], dot = 0, *a = nullptr, *b = nullptr, *c = nullptr;
    CK(cudaMalloc(&a, m * pitch * sizeof(float))); CK(cudaMalloc(&b, sizeof(hb))); CK(cudaMalloc(&c, sizeof(hc)));
    cublasHandle_t handle;
    cudaStream_t stream;
    CK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    BK(cublasCreate(&handle));
    BK(cublasSetStream(handle, stream));
    BK(cublasSetMatrixAsync(k, m, sizeof(float), ha, k, a, pitch, stream));  // the gaps stay unwritten
    BK(cublasSetMatrixAsync(n, k, sizeof(float), hb, n, b, n, stream));
    BK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, pitch, &zero, c, n));
    BK(cublasSdot(handle, m * n, c, 1, c, 1, &dot));  // waits
    CK(cudaMemcpy(hc, c, sizeof(hc), cudaMemcpyDeviceToHost));
    BK(cublasDestroy(handle));
    CK(cudaStreamDestroy(stream));
    CK(cudaFree(a)); CK(cudaFree(b)); CK(cudaFree(c));
    int bad = dot != 262.0f;
    for (int i = 0; i < m * n; ++i) bad += (hc[i] != want[i]);
    std::printf("RESULT: %s (%d wrong)\n", bad ? "FAIL" : "PASS", bad);
    return 0;
}
