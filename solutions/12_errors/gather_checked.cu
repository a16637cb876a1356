// Exercise 12.3, gather_checked: out[i] = in[index[i]], for indices
// that nobody has checked.
//
// in is (n_in), index and out are (n), any n_in >= 0 and n >= 0. Where
// index[i] is no index of in, out[i] becomes 0. Returns how many such i
// there are, and the smallest of them, or n if there are none.
#include "cuda/buffer.h"

struct BadIndices {
  int count;
  int first;
};

// TODO(gather_checked): write the kernel.
constexpr int kThreads = 256;

__global__ void gather_checked_kernel(const float* in, int n_in,
                                      const int* index, int n,
                                      float* out, BadIndices* bad) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;  // the last block may be partial
  const int from = index[i];
  if (from >= 0 && from < n_in) {
    out[i] = in[from];
  } else {
    out[i] = 0;
    atomicAdd(&bad->count, 1);
    atomicMin(&bad->first, i);
  }
}
// END(gather_checked)

BadIndices gather_checked(const float* d_in, int n_in,
                          const int* d_index, int n, float* d_out) {
  BadIndices bad = {0, n};
  // TODO(gather_checked): give the kernel a place for its report,
  // launch it, check the launch, and fetch the report. n may be 0.
  if (n == 0) return bad;  // a grid without blocks is an error
  gpu::DeviceBuffer<BadIndices> d_bad(std::vector<BadIndices>{bad});
  const int blocks = (n + kThreads - 1) / kThreads;
  gather_checked_kernel<<<blocks, kThreads>>>(d_in, n_in, d_index, n,
                                              d_out, d_bad.data());
  CUDA_CHECK(cudaGetLastError());
  bad = d_bad.download()[0];
  // END(gather_checked)
  return bad;
}
