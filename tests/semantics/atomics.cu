// Atomic functions of every kind and width, their return values, wrap-around and scopes.
#include <algorithm>

#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

const int kBlocks = 5, kThreads = 97, kAll = kBlocks * kThreads;

__device__ int global_id() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

// Each thread adds its number; the old values, sorted, show that no two adds saw the same sum.
template <class T>
__global__ void add_kernel(T* sums, T* seen) {
  seen[global_id()] = atomicAdd(&sums[0], 1);
  atomicAdd(&sums[1], static_cast<T>(global_id()));
  atomicAdd_block(&sums[2 + blockIdx.x], static_cast<T>(2));
  atomicAdd_system(&sums[7], static_cast<T>(3));
}

template <class T>
void test_add(const std::string& type) {
  DeviceArray<T> sums(8), seen(kAll);
  add_kernel<<<kBlocks, kThreads>>>(sums.get(), seen.get());
  const T block = static_cast<T>(2 * kThreads);
  expect<T>("add " + type, sums.host(),
            {static_cast<T>(kAll), static_cast<T>(kAll * (kAll - 1) / 2), block, block, block,
             block, block, static_cast<T>(3 * kAll)});
  std::vector<T> old = seen.host(), expected;
  std::sort(old.begin(), old.end());
  for (int i = 0; i < kAll; ++i) expected.push_back(static_cast<T>(i));
  expect("old values of add " + type, old, expected);
}

template <class T>
__global__ void integer_kernel(T* out) {
  const T v = static_cast<T>(global_id() * 7919 % 1000) - static_cast<T>(500);
  atomicMin(&out[0], v);
  atomicMax(&out[1], v);
  atomicAnd(&out[2], ~(static_cast<T>(1) << (global_id() % 20)));
  atomicOr(&out[3], static_cast<T>(1) << (global_id() % 13));
  atomicXor(&out[4], static_cast<T>(global_id()));
  atomicOr_system(&out[5], static_cast<T>(2));
  atomicMax_block(&out[6 + blockIdx.x], v);
}

template <class T>
void test_integer(const std::string& type) {
  T low = static_cast<T>(-500), high = static_cast<T>(-500), parity = 0;
  std::vector<T> block_high(kBlocks, static_cast<T>(-500));
  for (int i = 0; i < kAll; ++i) {
    const T v = static_cast<T>(i * 7919 % 1000) - static_cast<T>(500);
    low = v < low ? v : low;
    high = v > high ? v : high;
    block_high[i / kThreads] = std::max(block_high[i / kThreads], v);
    parity ^= static_cast<T>(i);
  }
  std::vector<T> start{static_cast<T>(-500), static_cast<T>(-500), static_cast<T>(-1), 0, 0, 0};
  start.insert(start.end(), kBlocks, static_cast<T>(-500));
  DeviceArray<T> out(start);
  integer_kernel<<<kBlocks, kThreads>>>(out.get());
  std::vector<T> expected{
      low, high, static_cast<T>(~static_cast<T>(0xfffff)), static_cast<T>(0x1fff), parity, 2};
  expected.insert(expected.end(), block_high.begin(), block_high.end());
  expect("min max and or xor " + type, out.host(), expected);
}

// Counters that wrap: inc to 0 after the limit, dec to the limit after 0 or from above it.
__global__ void wrap_kernel(unsigned* counters, unsigned* seen) {
  seen[global_id()] = atomicInc(&counters[0], 9);
  atomicDec(&counters[1], 9);
  atomicDec_system(&counters[2], 4);
  atomicInc_block(&counters[3 + blockIdx.x], 0);
}

void test_wrap() {
  DeviceArray<unsigned> counters({0, 0, 100, 5, 5, 5, 5, 5}), seen(kAll);
  wrap_kernel<<<kBlocks, kThreads>>>(counters.get(), seen.get());
  // 485 steps: modulo 10; 100 falls to 4 first, then modulo 5; the limit 0 gives 0 at once.
  expect<unsigned>("inc and dec", counters.host(),
                   {kAll % 10, (10 - kAll % 10) % 10, 4 - (kAll - 1) % 5, 0, 0, 0, 0, 0});
  std::vector<unsigned> old = seen.host(), expected;
  std::sort(old.begin(), old.end());
  for (int i = 0; i < kAll; ++i) expected.push_back(i % 10);
  std::sort(expected.begin(), expected.end());
  expect("old values of inc", old, expected);
}

__global__ void overflow_kernel(int* i, unsigned* u, unsigned long long* l) {
  atomicAdd(i, 1);
  atomicAdd(&u[0], 2u);
  atomicSub(&u[1], 3u);
  atomicSub(&i[1], 5);
  atomicAdd(l, ~0ull);
}

void test_overflow() {
  DeviceArray<int> i({2147483647, -2147483647});
  DeviceArray<unsigned> u({0xffffffffu, 1u});
  DeviceArray<unsigned long long> l({5ull});
  overflow_kernel<<<1, 1>>>(i.get(), u.get(), l.get());
  expect<int>("signed overflow wraps", i.host(), {-2147483647 - 1, 2147483644});
  expect<unsigned>("unsigned overflow wraps", u.host(), {1u, 0xfffffffeu});
  expect<unsigned long long>("64-bit overflow wraps", l.host(), {4ull});
}

// A maximum of floats by compare-and-swap, the usual loop.
__device__ float atomic_max_float(float* p, float value) {
  int old = __float_as_int(*reinterpret_cast<volatile float*>(p));
  while (__int_as_float(old) < value) {
    const int seen = atomicCAS(reinterpret_cast<int*>(p), old, __float_as_int(value));
    if (seen == old) break;
    old = seen;
  }
  return __int_as_float(old);
}

__global__ void swap_kernel(float* highest, unsigned long long* wide, unsigned short* narrow,
                            int* holder, int* seen) {
  atomic_max_float(highest, static_cast<float>(global_id() * 7919 % 1000) / 8.0f);
  unsigned long long old = *reinterpret_cast<volatile unsigned long long*>(wide);
  while (true) {
    const unsigned long long before = atomicCAS(wide, old, old + (1ull << 33));
    if (before == old) break;
    old = before;
  }
  unsigned short was = *reinterpret_cast<volatile unsigned short*>(narrow);
  while (true) {
    const unsigned short before = atomicCAS(narrow, was, static_cast<unsigned short>(was + 3));
    if (before == was) break;
    was = before;
  }
  seen[global_id()] = atomicExch(holder, global_id() + 1);
}

void test_swaps() {
  DeviceArray<float> highest(1);
  DeviceArray<unsigned long long> wide(1);
  DeviceArray<unsigned short> narrow({60000, 7});
  DeviceArray<int> holder(1), seen(kAll);
  swap_kernel<<<kBlocks, kThreads>>>(highest.get(), wide.get(), narrow.get(), holder.get(),
                                     seen.get());
  float expected = 0;
  for (int i = 0; i < kAll; ++i) expected = std::max(expected, (i * 7919 % 1000) / 8.0f);
  expect("maximum by compare-and-swap", highest.host()[0], expected);
  expect("64-bit compare-and-swap", wide.host()[0], (1ull << 33) * kAll);
  expect<int>("16-bit compare-and-swap", {narrow.host()[0], narrow.host()[1]},
              {(60000 + 3 * kAll) % 65536, 7});
  // Every number but the last holder's was seen by exactly one other.
  std::vector<int> all = seen.host(), numbers;
  all.push_back(holder.host()[0]);
  std::sort(all.begin(), all.end());
  for (int i = 0; i <= kAll; ++i) numbers.push_back(i);
  expect("exchange", all, numbers);
}

__global__ void exchange_kernel(unsigned* u, unsigned long long* l, float* f) {
  u[1] = atomicExch(u, 7u);
  l[1] = atomicExch_block(l, 1ull << 40);
  f[1] = atomicExch_system(f, 2.5f);
}

void test_exchanges() {
  DeviceArray<unsigned> u({3u, 0u});
  DeviceArray<unsigned long long> l({9ull, 0ull});
  DeviceArray<float> f({-1.25f, 0.0f});
  exchange_kernel<<<1, 1>>>(u.get(), l.get(), f.get());
  expect<unsigned>("exchange unsigned", u.host(), {7, 3});
  expect<unsigned long long>("exchange 64 bits", l.host(), {1ull << 40, 9});
  expect<float>("exchange float", f.host(), {2.5f, -1.25f});
}

// In shared memory too, every thread of the block on one counter.
__global__ void shared_kernel(int* out) {
  __shared__ unsigned counter;
  __shared__ float sum;
  __shared__ unsigned long long mask;
  if (threadIdx.x == 0) {
    counter = 0;
    sum = 0;
    mask = 0;
  }
  __syncthreads();
  atomicInc(&counter, 1000);
  atomicAdd(&sum, 0.5f);
  atomicOr(&mask, 1ull << (threadIdx.x % 64));
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = static_cast<int>(counter) + static_cast<int>(sum * 2) + __popcll(mask);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void vector_kernel(float2* pair, float4* four) {
  atomicAdd(pair, make_float2(1.0f, 2.0f));
  atomicAdd(four, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
}
#else
__global__ void vector_kernel(float2*, float4*) {}
#endif

void test_vectors() {
  int major = 0;
  REQUIRE_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  if (major < 9) return;
  DeviceArray<float2> pair(1);
  DeviceArray<float4> four(1);
  vector_kernel<<<kBlocks, kThreads>>>(pair.get(), four.get());
  const float2 p = pair.host()[0];
  const float4 f = four.host()[0];
  const float n = kAll;
  expect<float>("vector add", {p.x, p.y, f.x, f.y, f.z, f.w}, {n, 2 * n, n, 2 * n, 3 * n, 4 * n});
}

int main() {
  test_add<int>("int");
  test_add<unsigned>("unsigned");
  test_add<unsigned long long>("unsigned long long");
  test_add<float>("float");
  test_add<double>("double");
  test_integer<int>("int");
  test_integer<unsigned>("unsigned");
  test_integer<long long>("long long");
  test_integer<unsigned long long>("unsigned long long");
  test_wrap();
  test_overflow();
  test_swaps();
  test_exchanges();
  DeviceArray<int> out(kBlocks);
  shared_kernel<<<kBlocks, kThreads>>>(out.get());
  expect("atomics in shared memory", out.host(), std::vector<int>(kBlocks, kThreads * 2 + 64));
  test_vectors();
  return semantics::verdict();
}
