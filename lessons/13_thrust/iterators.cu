// Lesson 13: iterators that compute what they point to. A range of them
// takes no memory, and an algorithm on it saves a pass over memory.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <cmath>
#include <string>
#include <vector>

#include "cuda/random.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- functors ----

struct Square {
  __host__ __device__ long long operator()(long long x) const {
    return x * x;
  }
};

// One detection: its score, and the corners of its box.
using Detection = thrust::tuple<float, float, float, float, float>;

struct AreaIfSure {
  float threshold;
  __host__ __device__ float operator()(const Detection& d) const {
    if (thrust::get<0>(d) < threshold) return 0;
    const float width = thrust::get<3>(d) - thrust::get<1>(d);
    const float height = thrust::get<4>(d) - thrust::get<2>(d);
    return width * height;
  }
};

// ---- steps ----

void step_counting() {
  const thrust::counting_iterator<long long> zero(0);
  lesson::check("0 + 1 + ... + 100", 5050LL,
                thrust::reduce(thrust::device, zero, zero + 101));
  const auto squares = thrust::make_transform_iterator(zero, Square());
  lesson::check("0 + 1 + 4 + ... + 10,000", 338350LL,
                thrust::reduce(thrust::device, squares, squares + 101));
}

void step_fused() {
  const int n = lesson::scale(100000, 10000000);
  gpu::Random random(kSeed);
  const std::vector<float> x = random.whole_floats(n, -3, 3);
  double expected = 0;  // at most 9 n, below 2^53: exact
  for (const float value : x) expected += double{value} * value;
  const thrust::device_vector<float> v = x;

  // Two passes, and n numbers stored between them.
  thrust::device_vector<double> squares(n);
  thrust::transform(v.begin(), v.end(), squares.begin(),
                    [] __device__(float value) -> double {
                      return double{value} * value;
                    });
  const double two_passes =
      thrust::reduce(squares.begin(), squares.end());

  // One pass.
  const double one_pass = thrust::transform_reduce(
      v.begin(), v.end(),
      [] __device__(float value) -> double {
        return double{value} * value;
      },
      0.0, thrust::plus<double>());
  lesson::check("squared length, two passes", expected, two_passes);
  lesson::check("squared length, one pass", expected, one_pass);

  lesson::Table table({"", "bytes read", "bytes written", "together"});
  table.row("transform, reduce", 4 + 8, 8, 20);
  table.row("transform_reduce", 4, 0, 4);
  table.show("bytes for each element");
}

void step_zip() {
  const std::vector<float> score = {0.9f, 0.2f, 0.7f, 0.4f};
  const std::vector<float> x0 = {0, 10, 20, 30}, y0 = {0, 0, 5, 5};
  const std::vector<float> x1 = {4, 20, 23, 40}, y1 = {2, 9, 9, 9};
  const thrust::device_vector<float> d_score = score, d_x0 = x0,
                                     d_y0 = y0, d_x1 = x1, d_y1 = y1;
  const auto first = thrust::make_zip_iterator(
      thrust::make_tuple(d_score.begin(), d_x0.begin(), d_y0.begin(),
                         d_x1.begin(), d_y1.begin()));
  const float area = thrust::transform_reduce(
      first, first + 4, AreaIfSure{0.5f}, 0.0f, thrust::plus<float>());
  lesson::check("area of the boxes that score 0.5 or more: 4x2 + 3x4",
                20.0f, area);
}

void step_permutation() {
  const std::vector<int> value = {10, 11, 12, 13, 14, 15};
  const std::vector<int> index = {5, 0, 5, 2};
  const thrust::device_vector<int> d_value = value, d_index = index;
  const auto first = thrust::make_permutation_iterator(d_value.begin(),
                                                       d_index.begin());
  thrust::device_vector<int> out(index.size());
  thrust::copy(first, first + index.size(), out.begin());
  lesson::check_same("value[index[i]]",
                     lesson::compare({15, 10, 15, 12}, on_host(out)));
  lesson::check("their sum, without storing them", 52,
                thrust::reduce(first, first + index.size()));
}
