// Exercise 5.2, flat_index: every cell of a tensor says where it is.
//
// out is (layers, rows, cols), row-major: columns lie side by side. The
// cell at (layer, row, col) holds 1,000,000 layer + 1,000 row + col
// afterwards.
#include "cuda/check.h"

__global__ void flat_index_kernel(int* out, int layers, int rows,
                                  int cols) {
  // TODO(flat_index): find this thread's layer, row and column, and
  // write.
  // END(flat_index)
}

int blocks_for(int n, int threads) {
  return (n + threads - 1) / threads;
}

void flat_index(int* d_out, int layers, int rows, int cols) {
  if (layers == 0 || rows == 0 || cols == 0) return;
  const dim3 block(16, 4, 2);
  const dim3 grid(blocks_for(cols, block.x), blocks_for(rows, block.y),
                  blocks_for(layers, block.z));
  flat_index_kernel<<<grid, block>>>(d_out, layers, rows, cols);
  CUDA_CHECK(cudaGetLastError());
}
