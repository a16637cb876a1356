// Kernels whose threads neither loop nor wait: the cpu backend's fast build runs such a one as a
// loop over the block. The numbers of every thread, early exits, every way to launch; and kernels
// that look like one but learn their thread's number elsewhere.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

__global__ void number_threads(int* numbers) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned at = thread + blockDim.x * blockDim.y * blockDim.z * block;
  numbers[at] = static_cast<int>(at) + 1;
}

void test_numbers() {
  constexpr int kCount = 2 * 3 * 4 * 5 * 6 * 7;
  std::vector<int> expected(kCount);
  for (int i = 0; i < kCount; ++i) expected[i] = i + 1;
  DeviceArray<int> launched(kCount), called(kCount);
  number_threads<<<dim3(5, 6, 7), dim3(2, 3, 4)>>>(launched.get());
  expect("a grid of blocks of three dimensions", launched.host(), expected);

  int* numbers = called.get();
  void* arguments[] = {&numbers};
  REQUIRE_CUDA(cudaLaunchKernel(reinterpret_cast<const void*>(&number_threads), dim3(kCount / 24),
                                dim3(24), arguments, 0, nullptr));
  expect("through cudaLaunchKernel", called.host(), expected);
}

__global__ void leave_early(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  switch (i % 3) {
    case 0:
      x[i] += 10;
      break;
    case 1:
      x[i] += 20;
      return;
    default:
      x[i] += 30;
  }
  x[i] += 1;
}

void test_early_exits() {
  DeviceArray<int> x(256);
  leave_early<<<8, 32>>>(x.get(), 200);
  const int of_remainder[] = {11, 20, 31};
  std::vector<int> expected(256);
  for (int i = 0; i < 200; ++i) expected[i] = of_remainder[i % 3];
  expect("threads that leave at different places", x.host(), expected);
}

__device__ int twice(int x) { return 2 * x; }
__device__ int my_number() { return static_cast<int>(threadIdx.x); }
struct Number {
  int value;
  __device__ Number() : value(static_cast<int>(threadIdx.x)) {}
  __device__ int operator+(int x) const { return value + x + static_cast<int>(blockIdx.x); }
};

template <class T, int N>
__global__ void call_plain(T* x) {
  x[threadIdx.x] = T(twice(static_cast<int>(threadIdx.x)) + N);
}
__global__ void call_number(int* x) { x[threadIdx.x] = my_number(); }
__global__ void make_number(int* x) {
  Number mine;
  x[blockIdx.x * blockDim.x + threadIdx.x] = mine + 1;
}

void test_calls() {
  DeviceArray<int> plain(64), called(64), made(192);
  call_plain<int, 7><<<1, 64>>>(plain.get());
  call_number<<<1, 64>>>(called.get());
  make_number<<<3, 64>>>(made.get());
  std::vector<int> expected_plain(64), expected_called(64), expected_made(192);
  for (int i = 0; i < 64; ++i) {
    expected_plain[i] = 2 * i + 7;
    expected_called[i] = i;
  }
  for (int i = 0; i < 192; ++i) expected_made[i] = i % 64 + 1 + i / 64;
  expect("a function that does not know its thread", plain.host(), expected_plain);
  expect("a function that does", called.host(), expected_called);
  expect("a constructor and an operator that do", made.host(), expected_made);
}

__global__ void increment(int* x) { *x = *x + 1; }

void test_launch_after_launch() {
  DeviceArray<int> x(1);
  for (int i = 0; i < 1000; ++i) increment<<<1, 1>>>(x.get());
  expect<int>("a thousand launches in turn", x.host(), {1000});
}

int main() {
  test_numbers();
  test_early_exits();
  test_calls();
  test_launch_after_launch();
  return semantics::verdict();
}
