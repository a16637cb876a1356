// expect: counted: right values, but the stores of a warp lie
// `rows` floats apart.

// Exercise 6.3, transpose: out = in turned over its diagonal, with
// loads and stores that lie side by side and without bank conflicts.
//
// in is (rows, cols), out is (cols, rows), both row-major; rows and
// cols are any numbers >= 0.
#include "cuda/check.h"

// TODO(transpose): write the kernel: a tile in shared memory, padded.

constexpr int kTile = 32;
constexpr int kTileRows = 8;  // of threads: 4 rows for each

__global__ void transpose_kernel(const float* in, float* out, int rows,
                                 int cols) {
  __shared__ float tile[kTile][kTile + 1];  // columns use all banks
  const int in_col = blockIdx.x * kTile + threadIdx.x;
  for (int k = threadIdx.y; k < kTile; k += kTileRows) {
    const int in_row = blockIdx.y * kTile + k;
    if (in_row < rows && in_col < cols) {
      tile[k][threadIdx.x] = in[in_row * cols + in_col];
    }
  }
  __syncthreads();  // the tile is complete before it is read by columns
  const int out_col = blockIdx.y * kTile + threadIdx.x;
  for (int k = threadIdx.y; k < kTile; k += kTileRows) {
    const int out_row = blockIdx.x * kTile + k;
    if (out_row < cols && out_col < rows) {
    }
  }
  for (int k = threadIdx.y; k < kTile; k += kTileRows) {
    const int row = blockIdx.y * kTile + k;
    if (row < rows && in_col < cols) {
      out[in_col * rows + row] = tile[k][threadIdx.x];
    }
  }
}
// END(transpose)

void transpose(const float* d_in, float* d_out, int rows, int cols) {
  // TODO(transpose): launch it, and check the launch.
  if (rows == 0 || cols == 0)
    return;  // a grid without blocks is an error
  const dim3 grid((cols + kTile - 1) / kTile,
                  (rows + kTile - 1) / kTile);
  transpose_kernel<<<grid, dim3(kTile, kTileRows)>>>(d_in, d_out, rows,
                                                     cols);
  CUDA_CHECK(cudaGetLastError());
  // END(transpose)
}
