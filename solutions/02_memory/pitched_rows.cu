// Exercise 2.2, pitched_rows: a picture is halved in brightness, from
// one pitch to another.
//
// in and out hold (rows, cols) floats, any rows and cols >= 0; a row
// begins in_pitch or out_pitch BYTES after the row before. Every
// element of out becomes half of the same element of in; what lies
// between the rows is not touched.
#include "cuda/check.h"

__global__ void halve_kernel(const float* in, size_t in_pitch,
                             float* out, size_t out_pitch, int rows,
                             int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  // TODO(pitched_rows): a guard, two rows, one element.
  if (row >= rows || col >= cols)
    return;  // the last blocks are partial
  const float* in_row = reinterpret_cast<const float*>(
      reinterpret_cast<const char*>(in) + row * in_pitch);
  float* out_row = reinterpret_cast<float*>(
      reinterpret_cast<char*>(out) + row * out_pitch);
  out_row[col] = in_row[col] / 2;
  // END(pitched_rows)
}

void halve(const float* d_in, size_t in_pitch, float* d_out,
           size_t out_pitch, int rows, int cols) {
  if (rows == 0 || cols == 0) return;  // a grid without blocks
  const dim3 block(32, 8);
  const dim3 grid((cols + block.x - 1) / block.x,
                  (rows + block.y - 1) / block.y);
  halve_kernel<<<grid, block>>>(d_in, in_pitch, d_out, out_pitch, rows,
                                cols);
  CUDA_CHECK(cudaGetLastError());
}
