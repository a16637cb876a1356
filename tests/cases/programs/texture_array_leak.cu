// expect: leak: the texture object is destroyed, the array behind it is not freed.
#include <cuda_runtime.h>
#include <cstdio>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    std::printf("RESULT: %s: %s\n", #x, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void copy(cudaTextureObject_t image, float* out) { out[threadIdx.x] = tex2D<float>(image, threadIdx.x + 0.5f, 0.5f); }

int main() {
    const int w = 8;
    float in[w] = {0.0f}, *out = nullptr;
    cudaArray_t array = nullptr;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CK(cudaMallocArray(&array, &format, w, 1));  // BUG: cudaFreeArray(array) is missing
    CK(cudaMemcpy2DToArray(array, 0, 0, in, sizeof(in), sizeof(in), 1, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t image = 0;
    CK(cudaCreateTextureObject(&image, &resource, &how, nullptr));
    CK(cudaMalloc(&out, sizeof(in)));
    copy<<<1, w>>>(image, out);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    CK(cudaDestroyTextureObject(image));
    CK(cudaFree(out));
    std::printf("RESULT: the program ended\n");
    return 0;
}
