// Cooperative groups: tiles of each size, coalesced groups with ranks of their own, partitions,
// reductions and scans.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;
using semantics::DeviceArray;
using semantics::expect;

struct Point {
  float x, y, z;
  short tag;
};

// out is (10, threads): what a tile says of itself and moves.
template <int Size>
__global__ void tile_kernel(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<Size>(block);
  const int n = static_cast<int>(block.size()), id = static_cast<int>(block.thread_rank());
  out[0 * n + id] = static_cast<int>(tile.thread_rank());
  out[1 * n + id] = static_cast<int>(tile.meta_group_rank());
  out[2 * n + id] = static_cast<int>(tile.meta_group_size());
  out[3 * n + id] = tile.shfl(id, Size - 1);
  out[4 * n + id] = tile.shfl_down(id, 1);
  out[5 * n + id] = tile.shfl_xor(id, Size / 2);
  out[6 * n + id] = static_cast<int>(tile.ballot(id % 3 == 0));
  out[7 * n + id] = cg::reduce(tile, id, cg::plus<int>());
  out[8 * n + id] = tile.any(id == 37) * 2 + (tile.all(id < 100) != 0);
  const Point p{id * 0.5f, id * 2.0f, 1.0f, static_cast<short>(id)};
  const Point q = tile.shfl(p, 0);
  out[9 * n + id] = static_cast<int>(q.x * 2 + q.y + q.z) + q.tag;
}

template <int Size>
void test_tile() {
  const int n = 128;
  DeviceArray<int> out(10 * n);
  tile_kernel<Size><<<1, dim3(16, 4, 2)>>>(out.get());
  std::vector<int> expected(10 * n);
  for (int id = 0; id < n; ++id) {
    const int rank = id % Size, first = id - rank;
    int ballot = 0, sum = 0;
    for (int i = 0; i < Size; ++i) {
      ballot |= ((first + i) % 3 == 0) << i;
      sum += first + i;
    }
    const int any = first <= 37 && 37 < first + Size, all = first + Size - 1 < 100;
    const int column[] = {rank,
                          id / Size,
                          n / Size,
                          first + Size - 1,
                          rank + 1 < Size ? id + 1 : id,
                          first + (rank ^ (Size / 2)),
                          ballot,
                          sum,
                          any * 2 + all,
                          first * 4 + 1};
    for (int row = 0; row < 10; ++row) expected[row * n + id] = column[row];
  }
  expect("tiles of " + std::to_string(Size), out.host(), expected);
}

// Only odd lanes below 20 meet: ten threads with ranks 0..9.
__global__ void coalesced_kernel(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  out[lane] = -1;
  if (lane % 2 == 1 && lane < 20) {
    const cg::coalesced_group group = cg::coalesced_threads();
    const int rank = static_cast<int>(group.thread_rank());
    const int sum = cg::reduce(group, lane, cg::plus<int>());
    const int greatest = cg::reduce(group, lane * 3 % 7, cg::greater<int>());
    const int above = group.shfl_down(lane, 2), below = group.shfl_up(lane, 1);
    const int last = group.shfl(lane, static_cast<int>(group.size()) - 1);
    const unsigned low = group.ballot(rank < 3);
    out[lane] = rank;
    out[32 + lane] = static_cast<int>(group.size());
    out[64 + lane] = sum;
    out[96 + lane] = greatest;
    out[128 + lane] = above;
    out[160 + lane] = below;
    out[192 + lane] = last;
    out[224 + lane] = static_cast<int>(low);
  }
}

void test_coalesced() {
  DeviceArray<int> out(256);
  coalesced_kernel<<<1, 32>>>(out.get());
  std::vector<int> expected(256);
  for (int lane = 0; lane < 32; ++lane) {
    if (lane % 2 == 0 || lane >= 20) {
      expected[lane] = -1;
      continue;
    }
    const int rank = lane / 2;
    const int column[] = {
        rank, 10, 100, 6, rank + 2 < 10 ? lane + 4 : lane, rank > 0 ? lane - 2 : lane, 19, 7};
    for (int row = 0; row < 8; ++row) expected[row * 32 + lane] = column[row];
  }
  expect("coalesced threads", out.host(), expected);
}

// The usual aggregated counter: one atomic for all threads that have something to store.
__device__ int aggregated_increment(int* counter) {
  const cg::coalesced_group group = cg::coalesced_threads();
  int first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(group.size()));
  return group.shfl(first, 0) + static_cast<int>(group.thread_rank());
}

__global__ void filter_kernel(const int* in, int n, int* out, int* counter) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && in[i] % 3 == 0) out[aggregated_increment(counter)] = in[i];
}

void test_aggregation() {
  const int n = 1000;
  std::vector<int> values(n);
  long long sum = 0;
  int count = 0;
  for (int i = 0; i < n; ++i) {
    values[i] = i * 7919 % 1013;
    if (values[i] % 3 == 0) {
      sum += values[i];
      ++count;
    }
  }
  DeviceArray<int> in(values), out(n), counter(1);
  filter_kernel<<<8, 128>>>(in.get(), n, out.get(), counter.get());
  long long got = 0;
  for (int v : out.host()) got += v;
  expect("aggregated count", counter.host()[0], count);
  expect("aggregated values", got, sum);
}

__global__ void partition_kernel(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto quarter = cg::tiled_partition<8>(warp);
  const int id = static_cast<int>(block.thread_rank()), lane = static_cast<int>(warp.thread_rank());
  out[id] = static_cast<int>(quarter.meta_group_rank() * 100 + quarter.meta_group_size());
  const cg::coalesced_group same = cg::labeled_partition(warp, lane % 3);
  out[64 + id] = static_cast<int>(same.size() * 100 + same.thread_rank());
  const cg::coalesced_group side = cg::binary_partition(warp, lane < 5);
  out[128 + id] = cg::reduce(side, 1, cg::plus<int>());
  const cg::thread_group four = cg::tiled_partition(block, 4);
  four.sync();
  out[192 + id] = static_cast<int>(four.size() * 100 + four.thread_rank());
  const int sum = cg::inclusive_scan(warp, lane), before = cg::exclusive_scan(quarter, 2);
  out[256 + id] = sum * 100 + before;
}

void test_partitions() {
  DeviceArray<int> out(320);
  partition_kernel<<<1, 64>>>(out.get());
  std::vector<int> expected(320);
  for (int id = 0; id < 64; ++id) {
    const int lane = id % 32;
    expected[id] = lane / 8 * 100 + 4;
    expected[64 + id] = (lane % 3 < 2 ? 11 : 10) * 100 + lane / 3;
    expected[128 + id] = lane < 5 ? 5 : 27;
    expected[192 + id] = 400 + id % 4;
    expected[256 + id] = lane * (lane + 1) / 2 * 100 + lane % 8 * 2;
  }
  expect("partitions", out.host(), expected);
}

__global__ void block_kernel(const int* in, int* out) {
  __shared__ int tile[96];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + block.group_index().x * 96, sizeof(int) * 96);
  cg::wait(block);
  const int id = static_cast<int>(block.thread_rank());
  cg::invoke_one(block, [&] { out[192 + block.group_index().x] = static_cast<int>(block.size()); });
  out[block.group_index().x * 96 + id] = tile[95 - id] + static_cast<int>(block.thread_index().y);
  cg::sync(block);
}

void test_block() {
  std::vector<int> values(192), expected(194);
  for (int i = 0; i < 192; ++i) values[i] = i * i;
  for (int i = 0; i < 192; ++i) expected[i] = values[i / 96 * 96 + 95 - i % 96] + i % 96 / 24;
  expected[192] = expected[193] = 96;
  DeviceArray<int> in(values), out(194);
  block_kernel<<<2, dim3(24, 4)>>>(in.get(), out.get());
  expect("block group", out.host(), expected);
}

int main() {
  test_tile<1>();
  test_tile<2>();
  test_tile<4>();
  test_tile<8>();
  test_tile<16>();
  test_tile<32>();
  test_coalesced();
  test_aggregation();
  test_partitions();
  test_block();
  return semantics::verdict();
}
