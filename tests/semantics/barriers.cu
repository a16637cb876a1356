// Block barriers: threads that return before them, barriers that only some blocks or iterations
// reach, and the forms that count.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

// 40 of 64 threads go on; each passes two barriers. The returned ones count once before.
__global__ void early_return_kernel(int* sum) {
  __shared__ int passed;
  if (threadIdx.x == 0) passed = 0;
  __syncthreads();
  if (threadIdx.x >= 40) return;
  atomicAdd(&passed, 1000);
  __syncthreads();
  atomicAdd(&passed, 1);
  __syncthreads();
  if (threadIdx.x == 0) *sum = passed;
}

// Threads 40..63 have gone when the others vote; of those, 20 are even.
__global__ void count_kernel(int* result) {
  if (threadIdx.x >= 40) return;
  const int even = threadIdx.x % 2 == 0;
  const int count = __syncthreads_count(even);
  const int all = __syncthreads_and(threadIdx.x < 40);
  const int any = __syncthreads_or(threadIdx.x == 39);
  const int not_all = __syncthreads_and(even);
  const int none = __syncthreads_or(0);
  if (threadIdx.x == 0) {
    result[0] = count;
    result[1] = all;
    result[2] = any;
    result[3] = not_all;
    result[4] = none;
  }
}

// Only odd blocks reach a barrier at all, and only from their second iteration on.
__global__ void later_barrier_kernel(int* out) {
  __shared__ int tile[64];
  for (int i = 0; i < 3; ++i) {
    if (blockIdx.x % 2 == 1 && i > 0) {
      tile[threadIdx.x] = static_cast<int>(threadIdx.x) * i;
      __syncthreads();
      out[blockIdx.x * 64 + threadIdx.x] += tile[63 - threadIdx.x];
      __syncthreads();
    } else {
      out[blockIdx.x * 64 + threadIdx.x] += 1;
    }
  }
}

// One barrier a round: the two buffers keep a round's reads from the next round's writes.
__global__ void single_barrier_kernel(const int* in, int* out) {
  __shared__ int buffer[2][256];
  int value = in[threadIdx.x];
  for (unsigned distance = 1, side = 0; distance < 256; distance *= 2, side ^= 1) {
    buffer[side][threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x >= distance) value += buffer[side][threadIdx.x - distance];
  }
  out[threadIdx.x] = value;
}

// All threads write the same value to the same place.
__global__ void same_value_kernel(const int* in, int* found) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (in[threadIdx.x] % 7 == 3) flag = 1;
  __syncthreads();
  found[threadIdx.x] = flag;
}

// Nobody is left at the end: the last threads to come return, and the barrier opens for the others.
__global__ void returns_open_barrier_kernel(int* out) {
  if (threadIdx.x % 32 != 0) return;
  out[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned i = 0; i < blockDim.x; i += 32) sum += out[i];
  __syncthreads();
  out[1] = sum;
}

void test_returns() {
  DeviceArray<int> sum(1);
  early_return_kernel<<<1, 64>>>(sum.get());
  expect("early return", sum.host()[0], 40040);

  DeviceArray<int> out(1024);
  returns_open_barrier_kernel<<<1, 1024>>>(out.get());
  expect("barrier opened by returns", out.host()[1], 32);
}

void test_counts() {
  DeviceArray<int> result(5);
  count_kernel<<<1, 64>>>(result.get());
  expect<int>("count and or", result.host(), {20, 1, 1, 0, 0});
}

void test_later() {
  DeviceArray<int> out(6 * 64);
  later_barrier_kernel<<<6, 64>>>(out.get());
  std::vector<int> expected;
  for (int block = 0; block < 6; ++block) {
    for (int i = 0; i < 64; ++i) expected.push_back(block % 2 == 1 ? 1 + (63 - i) * 3 : 3);
  }
  expect("barriers of later blocks", out.host(), expected);
}

void test_patterns() {
  std::vector<int> values(256), sums(256);
  for (int i = 0, sum = 0; i < 256; ++i) {
    values[i] = i * 37 % 101;
    sums[i] = sum += values[i];
  }
  DeviceArray<int> in(values), out(256);
  single_barrier_kernel<<<1, 256>>>(in.get(), out.get());
  expect("scan with one barrier a round", out.host(), sums);
  same_value_kernel<<<1, 256>>>(in.get(), out.get());
  expect("same value written by many", out.host(), std::vector<int>(256, 1));
}

int main() {
  test_returns();
  test_counts();
  test_later();
  test_patterns();
  return semantics::verdict();
}
