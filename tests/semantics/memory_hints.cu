// Loads and stores with a cache hint move the same values, whatever the type; address spaces.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

// Each element passes through five loads and three stores.
template <class T>
__global__ void move_kernel(const T* in, T* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  __stwb(&out[i], __ldg(&in[i]));
  __stcg(&out[n + i], __ldca(&in[i]));
  __stcs(&out[2 * n + i], __ldcg(&in[i]));
  __stwt(&out[3 * n + i], __ldcs(&in[i]));
  out[4 * n + i] = __ldcv(&in[i]);
}

template <class T>
void test_type(const std::string& name) {
  const int n = 32;
  std::vector<unsigned char> bytes(n * sizeof(T));
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i * 31 % 64);
  DeviceArray<unsigned char> in(bytes), out(5 * bytes.size());
  move_kernel<<<1, n>>>(reinterpret_cast<const T*>(in.get()), reinterpret_cast<T*>(out.get()), n);
  std::vector<unsigned char> expected;
  for (int copy = 0; copy < 5; ++copy) expected.insert(expected.end(), bytes.begin(), bytes.end());
  expect(name, out.host(), expected);
}

__device__ int device_value = 5;
__constant__ int constant_value = 6;

__global__ void spaces_kernel(const int* global, int* out) {
  __shared__ int shared;
  extern __shared__ int dynamic[];
  int local[4] = {1, 2, 3, static_cast<int>(threadIdx.x)};
  int* volatile pointer = local;  // an address of its own, not a register
  shared = 9;
  out[0] = __isShared(&shared) != 0;
  out[1] = __isShared(dynamic) != 0;
  out[2] = __isShared(global) != 0;
  out[3] = __isGlobal(global) != 0;
  out[4] = __isGlobal(&device_value) != 0;
  out[5] = __isGlobal(&shared) != 0;
  out[6] = __isLocal(pointer) != 0;
  out[7] = __isLocal(global) != 0;
  int* again = static_cast<int*>(__cvta_shared_to_generic(__cvta_generic_to_shared(&shared)));
  out[8] = *again + constant_value;
}

int main() {
  test_type<char>("char");
  test_type<unsigned short>("unsigned short");
  test_type<int>("int");
  test_type<unsigned long long>("unsigned long long");
  test_type<float>("float");
  test_type<double>("double");
  test_type<char2>("char2");
  test_type<uchar4>("uchar4");
  test_type<short4>("short4");
  test_type<int2>("int2");
  test_type<uint4>("uint4");
  test_type<float2>("float2");
  test_type<float4>("float4");
  test_type<double2>("double2");
  test_type<ulonglong2>("ulonglong2");
  DeviceArray<int> in(1), out(9);
  spaces_kernel<<<1, 1, 64>>>(in.get(), out.get());
  expect<int>("address spaces", out.host(), {1, 1, 0, 1, 1, 0, 1, 0, 15});
  return semantics::verdict();
}
