// Thrust's fancy iterators: ranges that are computed, and never stored.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <vector>

#include "check.h"

using semantics::expect;
using Vector = thrust::device_vector<int>;

std::vector<int> host_copy(const Vector& v) {
  std::vector<int> h(v.size());
  thrust::copy(v.begin(), v.end(), h.begin());
  return h;
}

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Half {
  __host__ __device__ int operator()(int x) const { return x / 2; }
};
struct Length {
  __host__ __device__ int operator()(const thrust::tuple<int, int>& t) const {
    return thrust::get<0>(t) * thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<1>(t);
  }
};
struct FirstThenSecond {
  __host__ __device__ bool operator()(const thrust::tuple<int, int>& a,
                                      const thrust::tuple<int, int>& b) const {
    if (thrust::get<0>(a) != thrust::get<0>(b)) return thrust::get<0>(a) < thrust::get<0>(b);
    return thrust::get<1>(a) > thrust::get<1>(b);
  }
};

void test_computed() {
  const thrust::counting_iterator<int> zero(0);
  expect("counting", thrust::reduce(zero, zero + 101), 5050);
  expect("constant",
         thrust::reduce(thrust::make_constant_iterator(3), thrust::make_constant_iterator(3) + 7),
         21);
  const auto squares = thrust::make_transform_iterator(zero, Square());
  expect("transform", thrust::reduce(squares, squares + 11), 385);
  Vector out(5);
  thrust::copy(squares, squares + 5, out.begin());
  expect("copy of a transform", host_copy(out), {0, 1, 4, 9, 16});
  thrust::copy(zero, zero + 5, thrust::make_transform_output_iterator(out.begin(), Square()));
  expect("transform of the output", host_copy(out), {0, 1, 4, 9, 16});
}

void test_permutation() {
  Vector source(4), map(4);
  thrust::sequence(source.begin(), source.end(), 10);
  map[0] = 3, map[1] = 0, map[2] = 2, map[3] = 1;
  const auto first = thrust::make_permutation_iterator(source.begin(), map.begin());
  Vector out(4);
  thrust::copy(first, first + 4, out.begin());
  expect("permutation", host_copy(out), {13, 10, 12, 11});
  thrust::transform(first, first + 2, first, thrust::negate<int>());
  expect("written through", host_copy(source), {-10, 11, 12, -13});
}

void test_zip() {
  Vector x(3), y(3);
  thrust::sequence(x.begin(), x.end(), 1);
  thrust::sequence(y.begin(), y.end(), 4);
  const auto first = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
  expect("zip", thrust::transform_reduce(first, first + 3, Length(), 0, thrust::plus<int>()),
         1 + 4 + 9 + 16 + 25 + 36);
  x[2] = 1;
  thrust::sort(first, first + 3, FirstThenSecond());
  expect("sort of a zip, first", host_copy(x), {1, 1, 2});
  expect("sort of a zip, second", host_copy(y), {6, 4, 5});
  const auto lambda = [] __device__(const thrust::tuple<int, int>& t) -> int {
    return thrust::get<0>(t) + thrust::get<1>(t);
  };
  Vector out(3);
  thrust::transform(first, first + 3, out.begin(), lambda);
  expect("a device lambda of a tuple", host_copy(out), {7, 5, 7});
}

void test_others() {
  const thrust::counting_iterator<int> zero(0);
  const auto rows = thrust::make_transform_iterator(zero, Half());
  Vector sums(3);
  thrust::reduce_by_key(rows, rows + 6, zero, thrust::make_discard_iterator(), sums.begin());
  expect("rows by computed keys", host_copy(sums), {1, 5, 9});
  Vector d(4);
  thrust::sequence(d.begin(), d.end());
  thrust::inclusive_scan(d.rbegin(), d.rend(), d.rbegin());
  expect("scan from the end", host_copy(d), {6, 6, 5, 3});
  int* raw = thrust::raw_pointer_cast(d.data());
  thrust::for_each_n(thrust::device, zero, 4, [=] __device__(int i) { raw[i] = 10 * i; });
  expect("for_each over indices", host_copy(d), {0, 10, 20, 30});
}

int main() {
  test_computed();
  test_permutation();
  test_zip();
  test_others();
  return semantics::verdict();
}
