// Exercise 8.1, collect_above: a list that threads fill.
//
// in is (n), any n >= 0; hits is (capacity). At the end *count is the
// number of values above the threshold, and hits holds the indices of
// as many of them as fit, each once, in any order. count may hold
// anything before.
#include "cuda/check.h"

constexpr int kThreads = 256;

__global__ void collect_above_kernel(const int* in, int n,
                                     int threshold, int* hits,
                                     int capacity, int* count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= n || in[i] <= threshold) return;
  // TODO(collect_above): count this hit, and store i where there is
  // room.
  // END(collect_above)
}

void collect_above(const int* d_in, int n, int threshold, int* d_hits,
                   int capacity, int* d_count) {
  // TODO(collect_above): what must be done before the launch?
  // END(collect_above)
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kThreads - 1) / kThreads;
  collect_above_kernel<<<blocks, kThreads>>>(d_in, n, threshold, d_hits,
                                             capacity, d_count);
  CUDA_CHECK(cudaGetLastError());
}
