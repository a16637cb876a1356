// Exercise 10.1, tiled_product: C = A B through tiles in shared memory.
//
// a is (m, k), b is (k, n), c is (m, n), row-major, in device memory;
// any sizes >= 0. With k = 0 every element of c is 0.
#include "cuda/check.h"

constexpr int kTile = 16;

// kTile x kTile threads, one element of c each.
__global__ void tiled_product_kernel(const float* a, const float* b,
                                     float* c, int m, int n, int k) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y;
  const int col = blockIdx.x * kTile + x;
  float sum = 0;
  for (int begin = 0; begin < k; begin += kTile) {
    // TODO(tiled_product): fill this thread's slots of both tiles: of a
    // its own row, of b its own column. What stands in a slot whose
    // element lies outside?
    const int a_col = begin + x, b_row = begin + y;
    const bool has_a = row < m && a_col < k;
    const bool has_b = b_row < k && col < n;
    tile_a[y][x] = has_a ? a[row * k + a_col] : 0;
    tile_b[y][x] = has_b ? b[b_row * n + col] : 0;
    // END(tiled_product)
    __syncthreads();  // both tiles are complete before any read
    // TODO(tiled_product): add kTile products to sum, and let nobody
    // overwrite a tile that is still read.
    for (int i = 0; i < kTile; ++i) {
      sum += tile_a[y][i] * tile_b[i][x];
    }
    __syncthreads();  // all have read before the next tiles come
    // END(tiled_product)
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

void tiled_product(const float* d_a, const float* d_b, float* d_c,
                   int m, int n, int k) {
  if (m == 0 || n == 0) return;  // a grid without blocks is an error
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled_product_kernel<<<grid, dim3(kTile, kTile)>>>(d_a, d_b, d_c, m,
                                                     n, k);
  CUDA_CHECK(cudaGetLastError());
}
