// Textures: addressing, filtering with eight-bit weights, bytes as fractions, surfaces.
#include <cuda_runtime.h>

#include "facts.h"

constexpr int kWidth = 8, kHeight = 4, kSamples = 64;

__global__ void sample_kernel(cudaTextureObject_t texture, float2 begin, float2 step, float* out) {
  const int i = threadIdx.x;
  out[i] = tex2D<float>(texture, begin.x + i * step.x, begin.y + i * step.y);
}
__global__ void pixel_kernel(cudaTextureObject_t texture, float4* out) {
  *out = tex2D<float4>(texture, 1.5f, 0.5f);
}
__global__ void fetch_kernel(cudaTextureObject_t texture, int* out) {
  out[threadIdx.x] = tex1Dfetch<int>(texture, static_cast<int>(threadIdx.x));
}
__global__ void invert_kernel(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x, y = threadIdx.y;
  const float value = surf2Dread<float>(surface, x * static_cast<int>(sizeof(float)), y);
  surf2Dwrite(-value, surface, x * static_cast<int>(sizeof(float)), y);
}

cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter,
                               cudaTextureAddressMode address, bool normalized) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.filterMode = filter;
  description.addressMode[0] = description.addressMode[1] = address;
  description.normalizedCoords = normalized;
  description.borderColor[0] = -1;
  cudaTextureObject_t texture = 0;
  FACT(cudaCreateTextureObject(&texture, &resource, &description, nullptr), 0);
  return texture;
}

// A number for a row of samples: what the H200 gave is compared exactly, in 1/65536 of a value.
long long digest(cudaTextureObject_t texture, float2 begin, float2 step) {
  float* d_out = nullptr;
  float out[kSamples];
  cudaMalloc(&d_out, sizeof out);
  sample_kernel<<<1, kSamples>>>(texture, begin, step, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_out);
  cudaDestroyTextureObject(texture);
  long long sum = 0;
  for (int i = 0; i < kSamples; ++i) sum += static_cast<long long>(out[i] * 65536.f) * (i + 1);
  return sum;
}

cudaArray_t make_grid() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  FACT(cudaMallocArray(&array, &format, kWidth, kHeight, cudaArraySurfaceLoadStore), 0);
  float values[kHeight][kWidth];
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) values[y][x] = static_cast<float>((x * 7 + y * 13) % 32);
  }
  FACT(cudaMemcpy2DToArray(array, 0, 0, values, sizeof values[0], sizeof values[0], kHeight,
                           cudaMemcpyHostToDevice),
       0);
  return array;
}

void filtering(cudaArray_t grid) {
  const auto point = cudaFilterModePoint;
  const auto linear = cudaFilterModeLinear;
  const float2 begin = {-2.1f, -1.3f}, step = {0.213f, 0.117f};
  const float2 begin_n = {-0.7f, -0.6f}, step_n = {0.0371f, 0.0413f};
  FACT(digest(texture_of(grid, point, cudaAddressModeClamp, false), begin, step), 2673213440);
  FACT(digest(texture_of(grid, linear, cudaAddressModeClamp, false), begin, step), 2658646528);
  FACT(digest(texture_of(grid, linear, cudaAddressModeBorder, false), begin, step), 981838848);
  FACT(digest(texture_of(grid, point, cudaAddressModeWrap, true), begin_n, step_n), 1662124032);
  FACT(digest(texture_of(grid, linear, cudaAddressModeWrap, true), begin_n, step_n), 1825501952);
  FACT(digest(texture_of(grid, linear, cudaAddressModeMirror, true), begin_n, step_n), 2017638144);
}

void surfaces(cudaArray_t grid) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = grid;
  cudaSurfaceObject_t surface = 0;
  FACT(cudaCreateSurfaceObject(&surface, &resource), 0);
  invert_kernel<<<1, dim3(kWidth, kHeight)>>>(surface);
  float row[kWidth];
  FACT(cudaMemcpy2DFromArray(row, sizeof row, grid, 0, 1, sizeof row, 1, cudaMemcpyDeviceToHost),
       0);
  FACT(row[0], -13);
  FACT(row[7], -(7 * 7 + 13) % 32);
  FACT(cudaDestroySurfaceObject(surface), 0);
}

void bytes() {
  uchar4 h_pixels[2] = {{0, 1, 2, 3}, {51, 102, 153, 255}};
  uchar4* d_pixels = nullptr;
  size_t pitch = 0;
  float4 *d_out = nullptr, pixel;
  cudaMallocPitch(&d_pixels, &pitch, sizeof h_pixels, 1);
  cudaMalloc(&d_out, sizeof pixel);
  cudaMemcpy(d_pixels, h_pixels, sizeof h_pixels, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = d_pixels;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.pitch2D.width = 2;
  resource.res.pitch2D.height = 1;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t texture = 0;
  FACT(cudaCreateTextureObject(&texture, &resource, &description, nullptr), 0);
  pixel_kernel<<<1, 1>>>(texture, d_out);
  FACT(cudaMemcpy(&pixel, d_out, sizeof pixel, cudaMemcpyDeviceToHost), 0);
  FACT(pixel.x * 1000000, 200000);
  FACT(pixel.z * 1000000, 600000);
  FACT(pixel.w, 1);
  FACT(cudaDestroyTextureObject(texture), 0);
  cudaFree(d_pixels);
  cudaFree(d_out);
}

void linear_memory() {
  const int h_values[4] = {5, -6, 7, 8};
  int *d_values = nullptr, *d_out = nullptr, out[6];
  cudaMalloc(&d_values, sizeof h_values);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_values, h_values, sizeof h_values, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = d_values;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = sizeof h_values;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  FACT(cudaCreateTextureObject(&texture, &resource, &description, nullptr), 0);
  fetch_kernel<<<1, 6>>>(texture, d_out);
  FACT(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), 0);
  FACT(out[1], -6);
  FACT(out[5], 0);  // outside
  FACT(cudaDestroyTextureObject(texture), 0);
  description.filterMode = cudaFilterModeLinear;
  FACT(cudaCreateTextureObject(&texture, &resource, &description, nullptr), 26);
  cudaFree(d_values);
  cudaFree(d_out);
}

int main() {
  const cudaArray_t grid = make_grid();
  filtering(grid);
  surfaces(grid);
  FACT(cudaFreeArray(grid), 0);
  bytes();
  linear_memory();
  return facts_end();
}
