// Exercise 10.3, strip_product: C = A B, where a thread computes eight
// elements of C, one below the other.
//
// a is (m, k), b is (k, n), c is (m, n), row-major, in device memory;
// any sizes >= 0. With k = 0 every element of c is 0. An element of b
// that a thread has loaded serves for eight multiplications, so that
// there are fewer requests to memory than with one element a thread.
#include "cuda/check.h"

constexpr int kStrip = 8;   // elements of c of a thread
constexpr int kCols = 32;   // of c, of a block: a warp's width
constexpr int kRows = 64;   // of c, of a block
constexpr int kDepth = 16;  // of k at a time
constexpr int kThreads = kCols * kRows / kStrip;

// TODO(strip_product): write the kernel. kThreads threads a block; all
// of them load the tiles; a tile has more elements than the block has
// threads.
// END(strip_product)

void strip_product(const float* d_a, const float* d_b, float* d_c,
                   int m, int n, int k) {
  // TODO(strip_product): launch it, and check the launch. m and n may
  // be 0.
  // END(strip_product)
}
