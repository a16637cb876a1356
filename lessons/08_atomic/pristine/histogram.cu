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
// END(histogram)

void histogram(const unsigned char* d_in, int n, unsigned* d_bins) {
  // TODO(histogram): launch it, and check the launch. n may be 0.
  // END(histogram)
}
