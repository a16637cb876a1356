// Exercise 6.1, reverse_blocks: every part of 256 numbers is turned
// round.
//
// in and out are (n), any n >= 0. The numbers of block b come out in
// reverse order in the same place; a shorter last part is turned round
// by itself.
#include "cuda/check.h"

constexpr int kThreads = 256;

__global__ void reverse_blocks_kernel(const int* in, int* out, int n) {
  __shared__ int part[kThreads];
  const int tid = threadIdx.x;
  const int begin = blockIdx.x * kThreads;
  const int count = min(kThreads, n - begin);  // of this part
  if (tid < count) part[tid] = in[begin + tid];
  // TODO(reverse_blocks): wait for what must be there, then write out.
  if (tid < count) out[begin + tid] = part[tid];
  // END(reverse_blocks)
}

void reverse_blocks(const int* d_in, int* d_out, int n) {
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kThreads - 1) / kThreads;
  reverse_blocks_kernel<<<blocks, kThreads>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
}
