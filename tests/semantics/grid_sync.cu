// A cooperative launch: every block waits for all others, again and again.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;
using semantics::DeviceArray;
using semantics::expect;

// A prefix sum over the grid: each round reads what the other blocks wrote in the round before.
__global__ void grid_scan_kernel(int* a, int* b, int n) {
  const cg::grid_group grid = cg::this_grid();
  const int i = static_cast<int>(grid.thread_rank());
  for (int distance = 1; distance < n; distance *= 2) {
    if (i < n) b[i] = a[i] + (i >= distance ? a[i - distance] : 0);
    grid.sync();
    int* swap = a;
    a = b;
    b = swap;
  }
}

__global__ void numbers_kernel(unsigned long long* out) {
  const cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == grid.size() - 1) {
    out[0] = grid.size();
    out[1] = grid.num_blocks();
    out[2] = grid.block_rank();
    out[3] = grid.is_valid();
  }
}

// Blocks of which most threads return before the grid's barrier.
__global__ void returned_kernel(int* flags, int* seen) {
  if (threadIdx.x != 0) return;
  flags[blockIdx.x] = static_cast<int>(blockIdx.x) + 1;
  cg::this_grid().sync();
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) sum += flags[i];
  seen[blockIdx.x] = sum;
}

int main() {
  const int blocks = 6, threads = 96;
  int n = blocks * threads - 11;
  std::vector<int> values(n), expected(n);
  for (int i = 0, sum = 0; i < n; ++i) expected[i] = sum += values[i] = i % 13 - 3;
  DeviceArray<int> first(values), second(n);
  int *a = first.get(), *b = second.get();
  void* arguments[] = {&a, &b, &n};
  REQUIRE_CUDA(
      cudaLaunchCooperativeKernel(grid_scan_kernel, dim3(blocks), dim3(threads), arguments));
  expect("scan over the grid", first.host(), expected);  // ten rounds: back in the first array

  DeviceArray<unsigned long long> numbers(4);
  unsigned long long* out = numbers.get();
  void* number_arguments[] = {&out};
  REQUIRE_CUDA(
      cudaLaunchCooperativeKernel(numbers_kernel, dim3(3, 2), dim3(8, 4), number_arguments));
  expect<unsigned long long>("grid numbers", numbers.host(), {192, 6, 5, 1});

  DeviceArray<int> flags(8), seen(8);
  int *f = flags.get(), *s = seen.get();
  void* returned_arguments[] = {&f, &s};
  REQUIRE_CUDA(cudaLaunchCooperativeKernel(returned_kernel, dim3(8), dim3(64), returned_arguments));
  expect("grid barrier after returns", seen.host(), std::vector<int>(8, 36));
  return semantics::verdict();
}
