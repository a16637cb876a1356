// expect: wrong-result: elements beyond the grid are never done.

// Exercise 5.4, saxpy: y = a * x + y with at most max_blocks blocks.
//
// x and y are (n), any n >= 0; max_blocks >= 1. n can be far larger
// than max_blocks blocks have threads.
#include "cuda/check.h"

// TODO(saxpy): write the kernel, saxpy_kernel.

constexpr int kThreads = 128;

__global__ void saxpy_kernel(const float* x, float* y, int n, float a) {
  const int threads = gridDim.x * blockDim.x;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < threads && i < n) y[i] = a * x[i] + y[i];
}
// END(saxpy)

void saxpy(const float* d_x, float* d_y, int n, float a,
           int max_blocks) {
  // TODO(saxpy): launch it, and check the launch.
  if (n == 0) return;  // a grid without blocks is an error
  const int needed = (n + kThreads - 1) / kThreads;
  const int blocks = needed < max_blocks ? needed : max_blocks;
  saxpy_kernel<<<blocks, kThreads>>>(d_x, d_y, n, a);
  CUDA_CHECK(cudaGetLastError());
  // END(saxpy)
}
