// Thrust's algorithms on device vectors, each against the standard library's or plain loops.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>

#include "check.h"

using semantics::expect;
using Vector = thrust::device_vector<int>;

std::vector<int> host_copy(const Vector& v) {
  std::vector<int> h(v.size());
  thrust::copy(v.begin(), v.end(), h.begin());
  return h;
}

// Sizes about a run, a block and a warp; values that repeat.
const int kSizes[] = {1, 2, 31, 63, 64, 65, 257, 4096, 5000};
std::vector<int> some_values(int n) {
  std::vector<int> values(n);
  unsigned state = 12345u + static_cast<unsigned>(n);
  for (int& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>(state >> 16) % 1000 - 500;
  }
  return values;
}

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct ByLastDigit {
  __host__ __device__ bool operator()(int a, int b) const { return abs(a) % 10 < abs(b) % 10; }
};
struct Affine {
  int a, b;
  __host__ __device__ int operator()(int x) const { return a * x + b; }
};
// x -> a x + b modulo a prime; one after the other is associative, and does not commute.
struct Line {
  long long a, b;
};
struct After {
  __host__ __device__ Line operator()(Line f, Line g) const {
    return {f.a * g.a % 10007, (f.b * g.a + g.b) % 10007};
  }
};

void test_sorting(int n, const std::vector<int>& h) {
  const std::string name = " of " + std::to_string(n);
  Vector d(h.begin(), h.end());
  std::vector<int> expected = h;
  std::sort(expected.begin(), expected.end());
  thrust::sort(d.begin(), d.end());
  expect("sort" + name, host_copy(d), expected);
  thrust::stable_sort(d.begin(), d.end(), thrust::greater<>());
  std::reverse(expected.begin(), expected.end());
  expect("stable_sort, greater" + name, host_copy(d), expected);
  d.assign(h.begin(), h.end());
  thrust::stable_sort(d.begin(), d.end(), ByLastDigit());
  expected = h;
  std::stable_sort(expected.begin(), expected.end(), ByLastDigit());
  expect("stable_sort, an order of one's own" + name, host_copy(d), expected);
  std::vector<float> floats(n);
  for (int i = 0; i < n; ++i) floats[i] = static_cast<float>(h[i]) / 7;
  thrust::device_vector<float> d_floats(floats.begin(), floats.end());
  thrust::sort(d_floats.begin(), d_floats.end(), thrust::greater<float>());
  std::sort(floats.begin(), floats.end(), std::greater<float>());
  std::vector<float> sorted_floats(n);
  thrust::copy(d_floats.begin(), d_floats.end(), sorted_floats.begin());
  expect("sort of floats, greater" + name, sorted_floats, floats);
  Vector keys(h.begin(), h.end()), values(n);
  thrust::sequence(values.begin(), values.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h[a] < h[b]; });
  expect("stable_sort_by_key" + name, host_copy(values), order);
  expect("is_sorted" + name, int{thrust::is_sorted(keys.begin(), keys.end())}, 1);
}

void test_reductions(int n, const std::vector<int>& h) {
  const std::string name = " of " + std::to_string(n);
  const Vector d(h.begin(), h.end());
  expect("reduce" + name, thrust::reduce(d.begin(), d.end()),
         std::accumulate(h.begin(), h.end(), 0));
  expect("maximum" + name, thrust::reduce(d.begin(), d.end(), -1000, thrust::maximum<int>()),
         *std::max_element(h.begin(), h.end()));
  expect("min_element" + name,
         static_cast<int>(thrust::min_element(d.begin(), d.end()) - d.begin()),
         static_cast<int>(std::min_element(h.begin(), h.end()) - h.begin()));
  expect("max_element" + name,
         static_cast<int>(thrust::max_element(d.begin(), d.end()) - d.begin()),
         static_cast<int>(std::max_element(h.begin(), h.end()) - h.begin()));
  expect("count_if" + name, static_cast<int>(thrust::count_if(d.begin(), d.end(), IsEven())),
         static_cast<int>(std::count_if(h.begin(), h.end(), IsEven())));
  expect("inner_product" + name, thrust::inner_product(d.begin(), d.end(), d.begin(), 1),
         std::inner_product(h.begin(), h.end(), h.begin(), 1));
  const long long squares = thrust::transform_reduce(
      d.begin(), d.end(),
      [] __device__(int x) -> long long { return static_cast<long long>(x) * x; }, 0LL,
      thrust::plus<long long>());
  long long expected = 0;
  for (int x : h) expected += static_cast<long long>(x) * x;
  expect("transform_reduce" + name, squares, expected);
  expect("all_of" + name, int{thrust::all_of(d.begin(), d.end(), IsEven())},
         int{std::all_of(h.begin(), h.end(), IsEven())});
}

void test_scans(int n, const std::vector<int>& h) {
  const std::string name = " of " + std::to_string(n);
  Vector d(h.begin(), h.end()), out(n);
  std::vector<int> expected(n);
  std::partial_sum(h.begin(), h.end(), expected.begin());
  thrust::inclusive_scan(d.begin(), d.end(), out.begin());
  expect("inclusive_scan" + name, host_copy(out), expected);
  thrust::inclusive_scan(d.begin(), d.end(), d.begin());
  expect("inclusive_scan in place" + name, host_copy(d), expected);
  d.assign(h.begin(), h.end());
  thrust::exclusive_scan(d.begin(), d.end(), d.begin(), 100);
  expected.insert(expected.begin(), 0);
  expected.pop_back();
  for (int& x : expected) x += 100;
  expect("exclusive_scan in place" + name, host_copy(d), expected);
  std::vector<Line> lines(n);
  for (int i = 0; i < n; ++i) lines[i] = {(h[i] + 600) % 7 + 1, (h[i] + 600) % 11};
  thrust::device_vector<Line> d_lines(lines.begin(), lines.end());
  thrust::inclusive_scan(d_lines.begin(), d_lines.end(), d_lines.begin(), After());
  Line all = lines[0];
  for (int i = 1; i < n; ++i) all = After()(all, lines[i]);
  const Line got = d_lines[n - 1];
  expect("scan by an operation that does not commute" + name, std::vector<long long>{got.a, got.b},
         {all.a, all.b});
}

void test_compaction(int n, const std::vector<int>& h) {
  const std::string name = " of " + std::to_string(n);
  const Vector d(h.begin(), h.end());
  Vector out(n);
  out.resize(thrust::copy_if(d.begin(), d.end(), out.begin(), IsEven()) - out.begin());
  std::vector<int> expected;
  std::copy_if(h.begin(), h.end(), std::back_inserter(expected), IsEven());
  expect("copy_if" + name, host_copy(out), expected);
  Vector left = d;
  left.erase(thrust::remove_if(left.begin(), left.end(), IsEven()), left.end());
  expected = h;
  expected.erase(std::remove_if(expected.begin(), expected.end(), IsEven()), expected.end());
  expect("remove_if" + name, host_copy(left), expected);
  Vector sorted = d;
  thrust::sort(sorted.begin(), sorted.end());
  Vector values(n, 1), keys_out(n), counts(n);
  const auto ends = thrust::reduce_by_key(sorted.begin(), sorted.end(), values.begin(),
                                          keys_out.begin(), counts.begin());
  counts.resize(ends.second - counts.begin());
  sorted.erase(thrust::unique(sorted.begin(), sorted.end()), sorted.end());
  expected = h;
  std::sort(expected.begin(), expected.end());
  std::vector<int> expected_counts;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (i == 0 || expected[i] != expected[i - 1]) expected_counts.push_back(0);
    ++expected_counts.back();
  }
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  expect("unique" + name, host_copy(sorted), expected);
  expect("reduce_by_key" + name, host_copy(counts), expected_counts);
  Vector parted = d;
  const auto middle = thrust::stable_partition(parted.begin(), parted.end(), IsEven());
  expected = h;
  const auto at = std::stable_partition(expected.begin(), expected.end(), IsEven());
  expect("stable_partition" + name, host_copy(parted), expected);
  expect("its middle" + name, static_cast<int>(middle - parted.begin()),
         static_cast<int>(at - expected.begin()));
}

void test_searches(int n, std::vector<int> h) {
  const std::string name = " of " + std::to_string(n);
  std::sort(h.begin(), h.end());
  const Vector d(h.begin(), h.end());
  const std::vector<int> wanted{-1000, -3, 0, h[n / 2], 1000};
  const Vector d_wanted(wanted.begin(), wanted.end());
  Vector low(5), high(5);
  thrust::lower_bound(d.begin(), d.end(), d_wanted.begin(), d_wanted.end(), low.begin());
  thrust::upper_bound(d.begin(), d.end(), d_wanted.begin(), d_wanted.end(), high.begin());
  std::vector<int> expected_low, expected_high;
  for (int x : wanted) {
    expected_low.push_back(static_cast<int>(std::lower_bound(h.begin(), h.end(), x) - h.begin()));
    expected_high.push_back(static_cast<int>(std::upper_bound(h.begin(), h.end(), x) - h.begin()));
  }
  expect("lower_bound" + name, host_copy(low), expected_low);
  expect("upper_bound" + name, host_copy(high), expected_high);
  expect("binary_search" + name, int{thrust::binary_search(d.begin(), d.end(), h[n / 2])}, 1);
  expect("find" + name, static_cast<int>(thrust::find(d.begin(), d.end(), h[n - 1]) - d.begin()),
         static_cast<int>(std::find(h.begin(), h.end(), h[n - 1]) - h.begin()));
}

void test_sets(int n, const std::vector<int>& h) {
  const std::string name = " of " + std::to_string(n);
  std::vector<int> a = h, b = some_values(n / 2 + 3), expected;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const Vector d_a(a.begin(), a.end()), d_b(b.begin(), b.end());
  Vector out(a.size() + b.size());
  thrust::merge(d_a.begin(), d_a.end(), d_b.begin(), d_b.end(), out.begin());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  expect("merge" + name, host_copy(out), expected);
  out.resize(thrust::set_intersection(d_a.begin(), d_a.end(), d_b.begin(), d_b.end(), out.begin()) -
             out.begin());
  expected.clear();
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  expect("set_intersection" + name, host_copy(out), expected);
}

void test_elements() {
  Vector d(6), map(3);
  thrust::tabulate(d.begin(), d.end(), Affine{10, 1});
  expect("tabulate", host_copy(d), {1, 11, 21, 31, 41, 51});
  thrust::sequence(map.begin(), map.end(), 5, -2);
  expect("sequence", host_copy(map), {5, 3, 1});
  Vector out(3);
  thrust::gather(map.begin(), map.end(), d.begin(), out.begin());
  expect("gather", host_copy(out), {51, 31, 11});
  thrust::scatter(map.begin(), map.end(), map.begin(), d.begin());
  expect("scatter", host_copy(d), {1, 1, 21, 3, 41, 5});
  thrust::replace_if(d.begin(), d.end(), Affine{1, -1}, 0);
  expect("replace_if", host_copy(d), {1, 1, 0, 0, 0, 0});
  thrust::reverse(d.begin(), d.end());
  expect("reverse", host_copy(d), {0, 0, 0, 0, 1, 1});
  thrust::adjacent_difference(d.begin(), d.end(), d.begin());
  expect("adjacent_difference", host_copy(d), {0, 0, 0, 0, 1, 0});
  const int three = 3;
  thrust::generate(d.begin(), d.end(), [=] __device__() -> int { return three; });
  expect("generate", host_copy(d), {3, 3, 3, 3, 3, 3});
  thrust::transform(d.begin(), d.end(), d.begin(),
                    [=] __device__(int x) -> int { return x * three; });
  expect("transform by a lambda with a capture", host_copy(d), {9, 9, 9, 9, 9, 9});
  thrust::transform(d.begin(), d.end(), d.begin(), d.begin(), thrust::minus<int>());
  expect("transform of two", host_copy(d), {0, 0, 0, 0, 0, 0});
  expect("equal", int{thrust::equal(d.begin(), d.begin() + 3, d.begin() + 3)}, 1);
  thrust::transform_inclusive_scan(map.begin(), map.end(), out.begin(), thrust::negate<int>(),
                                   thrust::plus<int>());
  expect("transform_inclusive_scan", host_copy(out), {-5, -8, -9});
}

int main() {
  for (int n : kSizes) {
    const std::vector<int> values = some_values(n);
    test_sorting(n, values);
    test_reductions(n, values);
    test_scans(n, values);
    test_compaction(n, values);
    test_searches(n, values);
    test_sets(n, values);
  }
  test_elements();
  return semantics::verdict();
}
