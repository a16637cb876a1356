// Exercise 7.1, block_sum: each block adds its 256 numbers by a tree in
// shared memory.
//
// in is (n), any n >= 0. sums is one number a block: sums[b] is the sum
// of in[256 b] up to in[256 b + 255], or as far as in goes.
#include "cuda/check.h"

constexpr int kThreads = 256;

__global__ void block_sum_kernel(const int* in, int n, int* sums) {
  __shared__ int partial[kThreads];
  const int tid = threadIdx.x;
  // TODO(block_sum): fill this thread's slot of partial; the last block
  // may be partial.
  partial[tid] = 0;
  // END(block_sum)
  __syncthreads();  // partial is complete before any of it is read
  for (int half = kThreads / 2; half > 0; half /= 2) {
    // TODO(block_sum): add the upper half to the lower half, and wait
    // for the whole block.
    // END(block_sum)
  }
  if (tid == 0) sums[blockIdx.x] = partial[0];
}

void block_sum(const int* d_in, int n, int* d_sums) {
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kThreads - 1) / kThreads;
  block_sum_kernel<<<blocks, kThreads>>>(d_in, n, d_sums);
  CUDA_CHECK(cudaGetLastError());
}
