// Thrust's vectors, pointers, copies, streams and errors: where memory lies, what is copied when.
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/memory.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/swap.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>
#include <thrust/universal_vector.h>

#include <iterator>
#include <list>
#include <sstream>
#include <vector>

#include "check.h"

using semantics::expect;

template <class Vector>
std::vector<typename Vector::value_type> host_copy(const Vector& v) {
  std::vector<typename Vector::value_type> h(v.size());
  thrust::copy(v.begin(), v.end(), h.begin());
  return h;
}

template <class T>
cudaMemoryType kind_of(const T* p) {
  cudaPointerAttributes attributes;
  REQUIRE_CUDA(cudaPointerGetAttributes(&attributes, p));
  return attributes.type;
}

void test_memory() {
  thrust::device_vector<int> d(10);
  expect("device_vector is device memory", int{kind_of(thrust::raw_pointer_cast(d.data()))},
         int{cudaMemoryTypeDevice});
  thrust::universal_vector<int> u(10, 4);
  expect("universal_vector is managed", int{kind_of(thrust::raw_pointer_cast(u.data()))},
         int{cudaMemoryTypeManaged});
  u[3] = 7;  // the host writes without a copy
  expect("its sum on the device", thrust::reduce(u.begin(), u.end()), 43);
  int* raw = nullptr;
  REQUIRE_CUDA(cudaMalloc(&raw, 4 * sizeof(int)));
  const thrust::device_ptr<int> p = thrust::device_pointer_cast(raw);
  thrust::fill(p, p + 4, 5);
  p[1] = 6;
  *p = p[1] + 1;
  expect("device_ptr", std::vector<int>{p[0], p[1], p[2]}, {7, 6, 5});
  expect("difference of device_ptr", static_cast<int>((p + 3) - p), 3);
  REQUIRE_CUDA(cudaFree(raw));
  const thrust::device_ptr<double> q = thrust::device_malloc<double>(3);
  thrust::fill(thrust::device, q, q + 3, 1.5);
  expect("device_malloc", thrust::reduce(q, q + 3), 4.5);
  thrust::device_free(q);
}

void test_vector() {
  thrust::device_vector<int> v;
  for (int i = 0; i < 5; ++i) v.push_back(i * i);
  expect("push_back", host_copy(v), {0, 1, 4, 9, 16});
  v.insert(v.begin() + 2, 3, -1);
  expect("insert", host_copy(v), {0, 1, -1, -1, -1, 4, 9, 16});
  v.erase(v.begin(), v.begin() + 3);
  expect("erase", host_copy(v), {-1, -1, 4, 9, 16});
  v.resize(7);
  expect("resize", host_copy(v), {-1, -1, 4, 9, 16, 0, 0});
  v.assign(2, 8);
  expect("assign", host_copy(v), {8, 8});
  v[0] += 2;
  v[1]++;
  expect("v[i] += 2, ++", host_copy(v), {10, 9});
  auto first = v[0], second = v[1];
  swap(first, second);
  expect("swap of elements", host_copy(v), {9, 10});
  thrust::device_vector<int> w(v);
  w.front() = 1;
  w.back() = static_cast<int>(v.front());
  expect("a copy is its own", host_copy(v), {9, 10});
  expect("front, back", host_copy(w), {1, 9});
  expect("equal", int{v == w}, 0);
  v.swap(w);
  expect("swap", host_copy(v), {1, 9});
  v.clear();
  expect("clear", int{v.empty()}, 1);
  thrust::device_vector<float2> pairs(3, make_float2(1, 2));
  const float2 pair = pairs[2];
  expect("a struct", pair.x + pair.y, 3.0f);
}

void test_copies() {
  const std::list<int> list{3, 1, 2};
  thrust::device_vector<int> d(list.begin(), list.end());
  expect("from a list", host_copy(d), {3, 1, 2});
  thrust::host_vector<int> h = d;
  h.push_back(9);
  d = h;
  expect("host_vector and back", host_copy(d), {3, 1, 2, 9});
  std::vector<float> converted(4);
  thrust::copy(d.begin(), d.end(), converted.begin());
  expect("int to float on the way", converted, {3, 1, 2, 9});
  thrust::copy_n(h.begin(), 2, d.begin() + 2);
  expect("copy_n", host_copy(d), {3, 1, 3, 1});
  thrust::device_vector<double> wide(d.begin(), d.end());
  expect("device to device, converted", host_copy(wide), {3, 1, 3, 1});
  std::ostringstream text;
  thrust::copy(d.begin(), d.end(), std::ostream_iterator<int>(text, ","));
  expect("to a stream", text.str(), std::string("3,1,3,1,"));
  thrust::counting_iterator<int> zero(0);
  std::vector<int> counted(3);
  thrust::copy(thrust::device, zero + 4, zero + 7, d.begin());
  expect("from a counting_iterator", host_copy(d), {4, 5, 6, 1});
  thrust::device_vector<thrust::complex<float>> z(2, thrust::complex<float>(0, 1));
  thrust::transform(z.begin(), z.end(), z.begin(), z.begin(),
                    thrust::multiplies<thrust::complex<float>>());
  const thrust::complex<float> square = z[1];
  expect("complex", std::vector<float>{square.real(), square.imag()}, {-1, 0});
}

__global__ void wait_then_add(int* data, int n, long long clocks) {
  const long long begin = clock64();
  while (clock64() - begin < clocks) {
  }
  for (int i = 0; i < n; ++i) data[i] += 1;
}

void test_streams() {
  thrust::device_vector<int> d(100, 1);
  int* raw = thrust::raw_pointer_cast(d.data());
  wait_then_add<<<1, 1>>>(raw, 100, 2000000);
  expect("reduce comes after a kernel", thrust::reduce(d.begin(), d.end()), 200);
  cudaStream_t stream;
  REQUIRE_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  wait_then_add<<<1, 1, 0, stream>>>(raw, 100, 2000000);
  const int sum = thrust::reduce(thrust::cuda::par.on(stream), d.begin(), d.end());
  expect("par.on(stream) comes after the stream's kernel", sum, 300);
  thrust::sequence(thrust::cuda::par.on(stream), d.begin(), d.end());
  expect("and waits for its own work", int{cudaStreamQuery(stream)}, int{cudaSuccess});
  expect("par", thrust::reduce(thrust::cuda::par, d.begin(), d.end()), 4950);
  thrust::fill(thrust::cuda::par_nosync.on(stream), d.begin(), d.end(), 2);
  REQUIRE_CUDA(cudaStreamSynchronize(stream));
  expect("par_nosync", thrust::reduce(d.begin(), d.end()), 200);
  REQUIRE_CUDA(cudaStreamDestroy(stream));
}

struct AddOne {
  __device__ void operator()(int& x) const { x += 1; }
};

void test_policies() {
  int* raw = nullptr;
  REQUIRE_CUDA(cudaMalloc(&raw, 1000 * sizeof(int)));
  thrust::sequence(thrust::device, raw, raw + 1000, 1);
  thrust::for_each(thrust::device, raw, raw + 1000, AddOne());
  expect("thrust::device with raw pointers", thrust::reduce(thrust::device, raw, raw + 1000),
         501500);
  REQUIRE_CUDA(cudaFree(raw));
  std::vector<int> h(10, 2);
  expect("thrust::host", thrust::reduce(thrust::host, h.begin(), h.end()), 20);
  expect("thrust::seq", thrust::reduce(thrust::seq, h.begin(), h.end()), 20);
}

__global__ void sum_in_kernel(const int* data, int n, int* out) {
  *out = thrust::reduce(thrust::seq, data, data + n);
}

void test_inside_a_kernel() {
  thrust::device_vector<int> d(50), out(1);
  thrust::sequence(d.begin(), d.end());
  sum_in_kernel<<<1, 1>>>(thrust::raw_pointer_cast(d.data()), 50,
                          thrust::raw_pointer_cast(out.data()));
  REQUIRE_CUDA(cudaGetLastError());
  expect("thrust::seq in a kernel", static_cast<int>(out[0]), 1225);
}

void test_empty() {
  thrust::device_vector<int> d;
  expect("reduce of nothing", thrust::reduce(d.begin(), d.end(), 5), 5);
  thrust::fill(d.begin(), d.end(), 1);
  thrust::host_vector<int> h = d;
  expect("copy of nothing", static_cast<int>(h.size()), 0);
}

void test_errors() {
  bool thrown = false;
  try {
    thrust::device_vector<char> huge(size_t{1} << 50);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  expect("too large a vector throws std::bad_alloc", int{thrown}, 1);
  expect("and leaves no error behind", int{cudaGetLastError()}, int{cudaSuccess});
  const thrust::system_error e(cudaErrorInvalidValue, thrust::cuda_category(), "here");
  expect("system_error", e.code().value(), int{cudaErrorInvalidValue});
  expect("cuda_category", std::string(e.what()).find("here") == 0 ? 1 : 0, 1);
}

int main() {
  test_memory();
  test_vector();
  test_copies();
  test_streams();
  test_policies();
  test_inside_a_kernel();
  test_empty();
  test_errors();
  return semantics::verdict();
}
