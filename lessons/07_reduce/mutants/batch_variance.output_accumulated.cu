// expect: uninit: the results are added to outputs that nobody has
// cleared.

// Exercise 7.3, batch_variance: mean and variance of each row, one
// block a row.
//
// in is (rows, cols), row-major, rows >= 0 and cols >= 1; means and
// variances are (rows). The variance is the mean of (x - mean)^2. It
// must hold for rows whose numbers are large and close together, too.
#include "cuda/check.h"

// TODO(batch_variance): write the kernel. One block a row; any number
// of columns.

constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;

// The sum of `value` over the block, for all its threads; scratch is
// (kThreads / kWarp).
__device__ float block_sum(float value, float* scratch) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(kAllLanes, value, offset);
  }
  if (threadIdx.x % kWarp == 0) scratch[threadIdx.x / kWarp] = value;
  __syncthreads();  // all warp sums are written before any is read
  float sum = 0;
  for (int warp = 0; warp < kThreads / kWarp; ++warp)
    sum += scratch[warp];
  __syncthreads();  // all have read scratch before it is used again
  return sum;
}

__global__ void batch_variance_kernel(const float* in, int cols,
                                      float* means, float* variances) {
  __shared__ float scratch[kThreads / kWarp];
  const float* row = in + static_cast<size_t>(blockIdx.x) * cols;
  float sum = 0;
  for (int col = threadIdx.x; col < cols; col += kThreads)
    sum += row[col];
  const float mean = block_sum(sum, scratch) / cols;
  float squares = 0;
  for (int col = threadIdx.x; col < cols; col += kThreads) {
    squares += (row[col] - mean) * (row[col] - mean);
  }
  const float variance = block_sum(squares, scratch) / cols;
  if (threadIdx.x == 0) {
    atomicAdd(&means[blockIdx.x], mean);
    atomicAdd(&variances[blockIdx.x], variance);
  }
}
// END(batch_variance)

void batch_variance(const float* d_in, int rows, int cols,
                    float* d_means, float* d_variances) {
  // TODO(batch_variance): launch it, and check the launch. rows may be
  // 0.
  if (rows == 0) return;  // a grid without blocks is an error
  batch_variance_kernel<<<rows, kThreads>>>(d_in, cols, d_means,
                                            d_variances);
  CUDA_CHECK(cudaGetLastError());
  // END(batch_variance)
}
