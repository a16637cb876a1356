// Shared memory: static, dynamic, both, more than 48 KB, two dynamic arrays that are one address.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

// Two extern arrays of different types begin at the same address.
__global__ void two_arrays_kernel(int* out) {
  extern __shared__ float floats[];
  extern __shared__ unsigned bits[];
  floats[threadIdx.x] = static_cast<float>(threadIdx.x) + 1.0f;
  __syncthreads();
  out[threadIdx.x] = bits[threadIdx.x] == __float_as_uint(static_cast<float>(threadIdx.x) + 1.0f);
  if (threadIdx.x == 0) {
    out[0] += static_cast<void*>(floats) == static_cast<void*>(bits);
  }
}

// One dynamic block of memory cut into parts: doubles, then ints, then bytes.
__global__ void carved_kernel(double* out, int n) {
  extern __shared__ __align__(16) unsigned char memory[];
  double* d = reinterpret_cast<double*>(memory);
  int* i = reinterpret_cast<int*>(d + n);
  unsigned char* b = reinterpret_cast<unsigned char*>(i + n);
  const int t = static_cast<int>(threadIdx.x);
  d[t] = t * 0.5;
  i[t] = t * 3;
  b[t] = static_cast<unsigned char>(t * 7);
  __syncthreads();
  const int other = n - 1 - t;
  out[t] = d[other] + i[other] + b[other];
}

// Static and dynamic side by side; the static parts keep their shapes.
__global__ void mixed_kernel(int* out) {
  __shared__ int square[8][9];
  __shared__ struct {
    short a;
    double b;
  } record;
  extern __shared__ int dynamic[];
  const int row = static_cast<int>(threadIdx.y), col = static_cast<int>(threadIdx.x);
  square[row][col] = row * 8 + col;
  dynamic[row * 8 + col] = 1000 + square[row][col];
  if (row == 0 && col == 0) {
    record.a = -3;
    record.b = 2.5;
  }
  __syncthreads();
  out[row * 8 + col] =
      square[col][row] + dynamic[row * 8 + col] + record.a + static_cast<int>(record.b * 2);
}

// The whole opt-in size: every byte is the block's own.
__global__ void large_kernel(unsigned* out, int words) {
  extern __shared__ unsigned big[];
  for (int i = static_cast<int>(threadIdx.x); i < words; i += static_cast<int>(blockDim.x)) {
    big[i] = static_cast<unsigned>(i) * 2654435761u + blockIdx.x;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int i = static_cast<int>(threadIdx.x); i < words; i += static_cast<int>(blockDim.x)) {
    sum ^= big[words - 1 - i];
  }
  atomicXor(&out[blockIdx.x], sum);
}

template <class T>
__global__ void reverse_kernel(T* values) {
  __shared__ T tile[64];
  tile[threadIdx.x] = values[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  values[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

__device__ int* pointer_of_block() {
  __shared__ int in_function[4];
  return in_function;
}

// A shared variable of a device function is one a block, whoever calls.
__global__ void in_function_kernel(int* out) {
  pointer_of_block()[threadIdx.x] = static_cast<int>(threadIdx.x * 10 + blockIdx.x);
  __syncthreads();
  out[blockIdx.x * 4 + threadIdx.x] = pointer_of_block()[3 - threadIdx.x];
}

void test_dynamic() {
  DeviceArray<int> same(32);
  two_arrays_kernel<<<1, 32, 32 * sizeof(float)>>>(same.get());
  std::vector<int> expected(32, 1);
  expected[0] = 2;
  expect("two extern arrays", same.host(), expected);

  const int n = 100;
  DeviceArray<double> out(n);
  carved_kernel<<<1, n, n*(sizeof(double) + sizeof(int) + 1)>>>(out.get(), n);
  std::vector<double> sums;
  for (int t = n - 1; t >= 0; --t) sums.push_back(t * 0.5 + t * 3 + (t * 7) % 256);
  expect("carved dynamic memory", out.host(), sums);
}

void test_mixed() {
  DeviceArray<int> out(64);
  mixed_kernel<<<1, dim3(8, 8), 64 * sizeof(int)>>>(out.get());
  std::vector<int> expected;
  for (int row = 0; row < 8; ++row) {
    for (int col = 0; col < 8; ++col)
      expected.push_back(col * 8 + row + 1000 + row * 8 + col - 3 + 5);
  }
  expect("static and dynamic", out.host(), expected);
}

void test_large() {
  int bytes = 0;
  REQUIRE_CUDA(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  REQUIRE_CUDA(
      cudaFuncSetAttribute(large_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  const int words = bytes / 4;
  DeviceArray<unsigned> out(3);
  large_kernel<<<3, 256, bytes>>>(out.get(), words);
  std::vector<unsigned> expected(3);
  for (unsigned block = 0; block < 3; ++block) {
    for (int i = 0; i < words; ++i)
      expected[block] ^= static_cast<unsigned>(i) * 2654435761u + block;
  }
  expect("more than 48 KB", out.host(), expected);
}

template <class T>
void test_reverse(const std::string& type) {
  std::vector<T> values, expected;
  for (int i = 0; i < 256; ++i) values.push_back(static_cast<T>(i * 3 + 1));
  for (int i = 0; i < 256; ++i) expected.push_back(values[i / 64 * 64 + 63 - i % 64]);
  DeviceArray<T> data(values);
  reverse_kernel<T><<<4, 64>>>(data.get());
  expect("reverse " + type, data.host(), expected);
}

int main() {
  test_dynamic();
  test_mixed();
  test_large();
  test_reverse<char>("char");
  test_reverse<short>("short");
  test_reverse<float>("float");
  test_reverse<double>("double");
  DeviceArray<int> out(8);
  in_function_kernel<<<2, 4>>>(out.get());
  expect<int>("in a device function", out.host(), {30, 20, 10, 0, 31, 21, 11, 1});
  return semantics::verdict();
}
