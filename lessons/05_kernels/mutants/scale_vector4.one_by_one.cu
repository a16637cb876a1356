// expect: counted: right values, but four loads of 4 bytes where
// one of 16 was asked for.

// Exercise 5.3, scale_vector4: values *= factor, 16 bytes a load and
// store.
//
// values is (n), any n >= 0, and aligned to 16 bytes. Whole groups of
// four go by float4; what is left over goes one by one.
#include "cuda/check.h"

constexpr int kThreads = 128;

__global__ void scale_vector4_kernel(float* values, int n,
                                     float factor) {
  // TODO(scale_vector4): scale this thread's float4, if there is one;
  // then the numbers that are left over at the end.
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int quads = n / 4;
  if (i < quads) {
    for (int k = 0; k < 4; ++k) values[4 * i + k] *= factor;
  }
  const int rest = 4 * quads + i;  // at most three are left over
  if (rest < n) values[rest] *= factor;
  // END(scale_vector4)
}

void scale_vector4(float* d_values, int n, float factor) {
  // TODO(scale_vector4): launch it for any n, 0 and 3 included.
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + 4 * kThreads - 1) / (4 * kThreads);
  scale_vector4_kernel<<<blocks, kThreads>>>(d_values, n, factor);
  CUDA_CHECK(cudaGetLastError());
  // END(scale_vector4)
}
