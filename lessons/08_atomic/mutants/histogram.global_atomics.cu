// expect: counted: right counts, but every byte is counted by an
// atomic on global memory.

// Exercise 8.3, histogram: how often each byte occurs.
//
// in is (n), any n >= 0; bins is (256): bins[v] is the number of bytes
// that equal v. bins may hold anything before. A block counts kPerBlock
// bytes, in shared memory, so that global memory sees few atomics.
#include "cuda/check.h"

constexpr int kThreads = 256;
constexpr int kBins = 256;
constexpr int kPerBlock = 4096;

// TODO(histogram): write the kernel.

__global__ void histogram_kernel(const unsigned char* in, int n,
                                 unsigned* bins) {
  const int tid = threadIdx.x;
  for (int k = tid; k < kPerBlock; k += kThreads) {
    const int i = blockIdx.x * kPerBlock + k;
    if (i < n) atomicAdd(&bins[in[i]], 1);
  }
}
// END(histogram)

void histogram(const unsigned char* d_in, int n, unsigned* d_bins) {
  // TODO(histogram): launch it, and check the launch. n may be 0.
  CUDA_CHECK(cudaMemset(d_bins, 0, kBins * sizeof(unsigned)));
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kPerBlock - 1) / kPerBlock;
  histogram_kernel<<<blocks, kThreads>>>(d_in, n, d_bins);
  CUDA_CHECK(cudaGetLastError());
  // END(histogram)
}
