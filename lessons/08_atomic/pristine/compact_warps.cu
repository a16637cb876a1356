// Exercise 8.2, compact_warps: a list for which each warp asks once.
//
// in is (n), any n >= 0; hits has room for n. At the end *count is the
// number of values above the threshold, and hits holds their indices,
// each once, in any order. A warp with a hit makes one atomic, and a
// warp without one makes none.
#include "cuda/check.h"

constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;

__global__ void compact_warps_kernel(const int* in, int n,
                                     int threshold, int* hits,
                                     int* count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  // No thread leaves early: all 32 lanes may be needed.
  const bool hit = i < n && in[i] > threshold;
  // TODO(compact_warps): give each lane with a hit a slot of its own,
  // and store i there.
  if (hit) atomicAdd(count, 1);
  // END(compact_warps)
}

void compact_warps(const int* d_in, int n, int threshold, int* d_hits,
                   int* d_count) {
  CUDA_CHECK(cudaMemset(d_count, 0, sizeof(int)));
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kThreads - 1) / kThreads;
  compact_warps_kernel<<<blocks, kThreads>>>(d_in, n, threshold, d_hits,
                                             d_count);
  CUDA_CHECK(cudaGetLastError());
}
