// Exercise 7.2, argmin_rows: the column of each row's smallest number,
// one warp a row.
//
// in is (rows, cols), row-major, rows >= 0 and cols >= 1; columns is
// (rows). Of equal numbers the first column counts. Numbers may be of
// any size and sign, but none is NaN.
#include <cmath>

#include "cuda/check.h"

constexpr int kThreads = 128;
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;

__global__ void argmin_rows_kernel(const float* in, int rows, int cols,
                                   int* columns) {
  const int lane = threadIdx.x % kWarp;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  if (row >= rows) return;  // a whole warp leaves
  // TODO(argmin_rows): find the row's smallest number and its column;
  // lane 0 must end up with it.
  int column = -1;
  // END(argmin_rows)
  if (lane == 0) columns[row] = column;
}

void argmin_rows(const float* d_in, int rows, int cols,
                 int* d_columns) {
  if (rows == 0) return;  // a grid without blocks is an error
  const int blocks = (rows * kWarp + kThreads - 1) / kThreads;
  argmin_rows_kernel<<<blocks, kThreads>>>(d_in, rows, cols, d_columns);
  CUDA_CHECK(cudaGetLastError());
}
