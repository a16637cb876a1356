// Votes, matches, reductions and __syncwarp: whole warps, disjoint masks in two branches, lanes
// that have returned, and warp-synchronous code.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

__global__ void vote_kernel(unsigned* out) {
  const unsigned lane = threadIdx.x;
  const unsigned ballot = __ballot_sync(0xffffffff, lane % 3 == 0);
  const int all = __all_sync(0xffffffff, lane < 32), not_all = __all_sync(0xffffffff, lane < 31);
  const int any = __any_sync(0xffffffff, lane == 31), none = __any_sync(0xffffffff, lane > 31);
  const unsigned huge = __ballot_sync(0xffffffff, static_cast<int>(lane == 4) << 31);
  if (lane == 0) {
    out[0] = ballot;
    out[1] = all != 0;
    out[2] = not_all != 0;
    out[3] = any != 0;
    out[4] = none != 0;
    out[5] = huge;
  }
}

__global__ void match_kernel(unsigned* any, unsigned* all, int* agreed) {
  const unsigned lane = threadIdx.x;
  any[lane] = __match_any_sync(0xffffffff, lane % 5);
  any[32 + lane] = __match_any_sync(0xffffffff, 1ull << (lane % 3 * 20));
  any[64 + lane] = __match_any_sync(0xffffffff, lane < 16 ? 1.5 : -1.5);
  int same = 0;
  all[lane] = __match_all_sync(0xffffffff, 7ll << 40, &same);
  agreed[lane] = same != 0;
  all[32 + lane] = __match_all_sync(0xffffffff, lane == 9, &same);
  agreed[32 + lane] = same != 0;
}

__global__ void reduce_kernel(const int* in, int* out, unsigned* bits) {
  const int v = in[threadIdx.x];
  const unsigned u = static_cast<unsigned>(v);
  const unsigned all = 0xffffffff;
  const int sum = __reduce_add_sync(all, v), low = __reduce_min_sync(all, v),
            high = __reduce_max_sync(all, v);
  const unsigned usum = __reduce_add_sync(all, u), ulow = __reduce_min_sync(all, u),
                 uhigh = __reduce_max_sync(all, u);
  const unsigned conjunction = __reduce_and_sync(all, u), disjunction = __reduce_or_sync(all, u),
                 parity = __reduce_xor_sync(all, u);
  if (threadIdx.x != 17) return;
  out[0] = sum;
  out[1] = low;
  out[2] = high;
  bits[0] = usum;
  bits[1] = ulow;
  bits[2] = uhigh;
  bits[3] = conjunction;
  bits[4] = disjunction;
  bits[5] = parity;
}

// Two halves of a warp work apart, each with its own mask and a different number of steps.
__global__ void disjoint_kernel(int* out) {
  const int lane = threadIdx.x % 32;
  int sum = static_cast<int>(threadIdx.x);
  if (lane < 12) {
    const unsigned mask = 0x00000fff;
    for (int i = 0; i < 3; ++i) sum += __shfl_sync(mask, sum, 11 - lane);
    __syncwarp(mask);
  } else {
    const unsigned mask = 0xfffff000;
    for (int i = 0; i < 5; ++i) sum += __shfl_sync(mask, sum, 12 + (lane - 11) % 20);
    __syncwarp(mask);
  }
  __syncwarp();
  out[threadIdx.x] = sum;
}

// Lanes 20..31 return; the others go on with their own mask.
__global__ void returned_lanes_kernel(int* out) {
  const int lane = threadIdx.x;
  if (lane >= 20) return;
  int sum = lane;
  for (int distance = 16; distance > 0; distance /= 2) {
    const int other = __shfl_down_sync(0x000fffff, sum, distance);
    if (lane + distance < 20) sum += other;
  }
  out[lane] = sum;
}

// Lanes talk through shared memory, with __syncwarp between writing and reading.
__global__ void through_memory_kernel(const int* in, int* out) {
  __shared__ int scratch[64];
  int* mine = scratch + threadIdx.x / 32 * 32;
  const int lane = threadIdx.x % 32;
  mine[lane] = in[threadIdx.x];
  __syncwarp();
  for (int distance = 16; distance > 0; distance /= 2) {
    const int other = lane < distance ? mine[lane + distance] : 0;
    __syncwarp();
    if (lane < distance) mine[lane] += other;
    __syncwarp();
  }
  out[threadIdx.x] = mine[0];
}

// Each turn of the loop only the lanes that are left take part.
__global__ void shrinking_mask_kernel(unsigned* out) {
  const unsigned lane = threadIdx.x;
  for (unsigned turn = 0; turn < 32; ++turn) {
    const unsigned left = 0xffffffffu << turn;
    if (lane < turn) break;
    out[turn * 32 + lane] = __ballot_sync(left, lane % 2);
  }
}

__global__ void find_set_kernel(unsigned* out) {
  out[0] = __fns(0x00010110, 0, 1);
  out[1] = __fns(0x00010110, 0, 3);
  out[2] = __fns(0x00010110, 0, 4);
  out[3] = __fns(0x00010110, 16, -2);
  out[4] = __fns(0x00010110, 8, 1);
  out[5] = __fns(0x00010110, 9, -1);
}

void test_votes() {
  DeviceArray<unsigned> out(6);
  vote_kernel<<<1, 32>>>(out.get());
  expect<unsigned>("votes", out.host(), {0x49249249u, 1, 0, 1, 0, 16});
  DeviceArray<unsigned> places(6);
  find_set_kernel<<<1, 1>>>(places.get());
  expect<unsigned>("n-th set bit", places.host(), {4, 16, ~0u, 8, 8, 8});
}

void test_matches() {
  DeviceArray<unsigned> any(96), all(64);
  DeviceArray<int> agreed(64);
  match_kernel<<<1, 32>>>(any.get(), all.get(), agreed.get());
  std::vector<unsigned> expected_any(96), expected_all(64);
  std::vector<int> expected_agreed(64);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned other = 0; other < 32; ++other) {
      if (lane % 5 == other % 5) expected_any[lane] |= 1u << other;
      if (lane % 3 == other % 3) expected_any[32 + lane] |= 1u << other;
      if (lane / 16 == other / 16) expected_any[64 + lane] |= 1u << other;
    }
    expected_all[lane] = ~0u;
    expected_agreed[lane] = 1;
  }
  expect("match any", any.host(), expected_any);
  expect("match all", all.host(), expected_all);
  expect("match all agreed", agreed.host(), expected_agreed);
}

void test_reductions() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = (i * 2654435 - 40000000) ^ (i << 27);
  int sum = 0, low = values[0], high = values[0];
  unsigned usum = 0, ulow = ~0u, uhigh = 0, conjunction = ~0u, disjunction = 0, parity = 0;
  for (int v : values) {
    const unsigned u = static_cast<unsigned>(v);
    sum = static_cast<int>(static_cast<unsigned>(sum) + u);
    low = v < low ? v : low;
    high = v > high ? v : high;
    usum += u;
    ulow = u < ulow ? u : ulow;
    uhigh = u > uhigh ? u : uhigh;
    conjunction &= u;
    disjunction |= u;
    parity ^= u;
  }
  DeviceArray<int> in(values), out(3);
  DeviceArray<unsigned> bits(6);
  reduce_kernel<<<1, 32>>>(in.get(), out.get(), bits.get());
  expect<int>("signed reductions", out.host(), {sum, low, high});
  expect<unsigned>("unsigned reductions", bits.host(),
                   {usum, ulow, uhigh, conjunction, disjunction, parity});
}

std::vector<int> disjoint_reference() {
  std::vector<int> out(64);
  for (int warp = 0; warp < 2; ++warp) {
    std::vector<int> sum(32);
    for (int lane = 0; lane < 32; ++lane) sum[lane] = warp * 32 + lane;
    for (int i = 0; i < 5; ++i) {
      const std::vector<int> before = sum;
      for (int lane = 0; lane < 32; ++lane) {
        if (lane < 12 && i < 3) sum[lane] += before[11 - lane];
        if (lane >= 12) sum[lane] += before[12 + (lane - 11) % 20];
      }
    }
    for (int lane = 0; lane < 32; ++lane) out[warp * 32 + lane] = sum[lane];
  }
  return out;
}

void test_masks() {
  DeviceArray<int> out(64);
  disjoint_kernel<<<1, 64>>>(out.get());
  expect("disjoint masks", out.host(), disjoint_reference());

  DeviceArray<int> sums(20);
  returned_lanes_kernel<<<1, 32>>>(sums.get());
  expect("sum of 20 lanes", sums.host()[0], 190);

  std::vector<unsigned> ballots(1024);
  for (unsigned turn = 0; turn < 32; ++turn) {
    for (unsigned lane = turn; lane < 32; ++lane) {
      ballots[turn * 32 + lane] = 0xaaaaaaaau & (0xffffffffu << turn);
    }
  }
  DeviceArray<unsigned> seen(1024);
  shrinking_mask_kernel<<<1, 32>>>(seen.get());
  expect("shrinking masks", seen.host(), ballots);
}

void test_through_memory() {
  std::vector<int> values(64), expected(64);
  int sums[2] = {0, 0};
  for (int i = 0; i < 64; ++i) sums[i / 32] += values[i] = i * i;
  for (int i = 0; i < 64; ++i) expected[i] = sums[i / 32];
  DeviceArray<int> in(values), out(64);
  through_memory_kernel<<<1, 64>>>(in.get(), out.get());
  expect("warp sums through memory", out.host(), expected);
}

int main() {
  test_votes();
  test_matches();
  test_reductions();
  test_masks();
  test_through_memory();
  return semantics::verdict();
}
