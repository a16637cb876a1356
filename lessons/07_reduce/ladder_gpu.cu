// What the ladder is measured against on a GPU: CUB's sum, and reading
// alone.
#include <cub/device/device_reduce.cuh>

#include "cuda/buffer.h"
#include "cuda/check.h"

// CUB takes its scratch memory from the caller; it is asked for once.
void sum_cub(const float* d_in, int n, float* d_out) {
  static size_t bytes = 0;
  static void* d_scratch = nullptr;  // lives as long as the program
  if (!d_scratch) {
    CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, d_in, d_out, n));
    CUDA_CHECK(cudaMalloc(&d_scratch, bytes));
  }
  CUDA_CHECK(cub::DeviceReduce::Sum(d_scratch, bytes, d_in, d_out, n));
}

// Loads every number. The comparison can't be known when compiling, so
// no load is left out; it never holds.
__global__ void read_all_kernel(const float4* in, int n4, float* out) {
  const int threads = gridDim.x * blockDim.x;
  float4 seen = make_float4(0, 0, 0, 0);
#pragma unroll 8
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4;
       i += threads) {
    const float4 four = in[i];
    seen = make_float4(seen.x + four.x, seen.y + four.y,
                       seen.z + four.z, seen.w + four.w);
  }
  if (seen.x + seen.y + seen.z + seen.w == -1.0f)
    *out = 0;  // the inputs are not negative
}

void read_all(const float* d_in, int n, float* d_out) {
  int device = 0, multiprocessors = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(
      &multiprocessors, cudaDevAttrMultiProcessorCount, device));
  read_all_kernel<<<8 * multiprocessors, 256>>>(
      reinterpret_cast<const float4*>(d_in), n / 4, d_out);
  CUDA_CHECK(cudaGetLastError());
}
