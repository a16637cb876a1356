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
__global__ void strip_product_kernel(const float* a, const float* b,
                                     float* c, int m, int n, int k) {
  __shared__ float tile_a[kRows][kDepth];
  __shared__ float tile_b[kDepth][kCols];
  const int tid = threadIdx.x;
  const int x = tid % kCols, y = tid / kCols * kStrip;
  const int top = blockIdx.y * kRows, left = blockIdx.x * kCols;
  float sums[kStrip] = {};
  for (int begin = 0; begin < k; begin += kDepth) {
    for (int e = tid; e < kRows * kDepth; e += kThreads) {
      const int row = top + e / kDepth, col = begin + e % kDepth;
      tile_a[e / kDepth][e % kDepth] =
          row < m && col < k ? a[row * k + col] : 0;
    }
    for (int e = tid; e < kDepth * kCols; e += kThreads) {
      const int row = begin + e / kCols, col = left + e % kCols;
      tile_b[e / kCols][e % kCols] =
          row < k && col < n ? b[row * n + col] : 0;
    }
    __syncthreads();  // both tiles are complete before any read
    for (int i = 0; i < kDepth; ++i) {
      const float from_b = tile_b[i][x];
      for (int r = 0; r < kStrip; ++r) {
        sums[r] += tile_a[y + r][i] * from_b;
      }
    }
    __syncthreads();  // all have read before the next tiles come
  }
  for (int r = 0; r < kStrip; ++r) {
    const int row = top + y + r, col = left + x;
    if (row < m && col < n) c[row * n + col] = sums[r];
  }
}
// END(strip_product)

void strip_product(const float* d_a, const float* d_b, float* d_c,
                   int m, int n, int k) {
  // TODO(strip_product): launch it, and check the launch. m and n may
  // be 0.
  if (m == 0 || n == 0) return;  // a grid without blocks is an error
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows);
  strip_product_kernel<<<grid, kThreads>>>(d_a, d_b, d_c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
  // END(strip_product)
}
