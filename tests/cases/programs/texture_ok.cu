// expect: ok: a texture of a CUDA array, read with clamped coordinates, after the array was filled.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void shift(cudaTextureObject_t image, float* out, int w, int h) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < w && y < h) out[y * w + x] = tex2D<float>(image, x + 1 + 0.5f, y + 0.5f);
}

int main() {
    const int w = 8, h = 4;
    float in[w * h], got[w * h], *out = nullptr;
    for (int i = 0; i < w * h; ++i) in[i] = (float)i;
    cudaArray_t array = nullptr;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CK(cudaMallocArray(&array, &format, w, h));
    CK(cudaMemcpy2DToArray(array, 0, 0, in, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t image = 0;
    CK(cudaCreateTextureObject(&image, &resource, &how, nullptr));
    CK(cudaMalloc(&out, sizeof(got)));
    shift<<<1, dim3(8, 4)>>>(image, out, w, h);
    CK(cudaGetLastError());
    CK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CK(cudaDestroyTextureObject(image));
    CK(cudaFreeArray(array));
    CK(cudaFree(out));
    int bad = 0;
    for (int i = 0; i < w * h; ++i) bad += (got[i] != in[i % w == w - 1 ? i : i + 1]);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
