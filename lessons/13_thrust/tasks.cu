// Lesson 13: three tasks that took kernels in lesson 08, or will in
// your next project: sort with companions, compact, count.
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "cuda/random.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- CPU reference ----

// The indices of the `count` highest scores; of equal ones the lower
// index first.
std::vector<int> reference_top(const std::vector<float>& scores,
                               int count) {
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return scores[a] > scores[b]; });
  order.resize(count);
  return order;
}

// ---- steps ----

void step_top() {
  const int n = lesson::scale(10000, 1000000);
  const int count = static_cast<int>(lesson::parameter(
      "count", 5, 1, 20, "how many of the best are shown"));
  const std::vector<float> scores = gpu::Random(kSeed).floats(n, 0, 1);
  thrust::device_vector<float> d_scores = scores;
  thrust::device_vector<int> d_index(n);
  thrust::sequence(d_index.begin(), d_index.end());
  thrust::stable_sort_by_key(d_scores.begin(), d_scores.end(),
                             d_index.begin(), thrust::greater<float>());
  d_scores.resize(count);
  d_index.resize(count);
  const std::vector<float> best = on_host(d_scores);
  const std::vector<int> index = on_host(d_index);
  lesson::Table table({"rank", "score", "index"});
  for (int k = 0; k < count; ++k) {
    table.row(k + 1, lesson::format("%.6f", best[k]), index[k]);
  }
  table.show("the best of " + std::to_string(n) + " scores");
  lesson::check_same(
      "the same as a stable sort on the host",
      lesson::compare(reference_top(scores, count), index));
}

void step_compact() {
  const int n = 100000, threshold = 99;
  std::vector<int> values(n), expected;
  for (int i = 0; i < n; ++i) {
    values[i] = i % 100;
    if (values[i] >= threshold) expected.push_back(i);
  }
  const thrust::device_vector<int> d_values = values;
  thrust::device_vector<int> d_hits(n);  // room for all
  const thrust::counting_iterator<int> zero(0);
  const auto end = thrust::copy_if(
      zero, zero + n, d_values.begin(), d_hits.begin(),
      [=] __device__(int value) -> bool { return value >= threshold; });
  d_hits.erase(end, d_hits.end());
  lesson::check("hits", 1000, static_cast<int>(d_hits.size()));
  lesson::check_same("their indices, in order",
                     lesson::compare(expected, on_host(d_hits)));
}

void step_histogram() {
  const int n = lesson::scale(20000, 10000000), bins = 6;
  const std::vector<int> throws =
      gpu::Random(kSeed).integers(n, 1, bins);
  std::vector<int> expected(bins, 0);
  for (const int eyes : throws) ++expected[eyes - 1];

  thrust::device_vector<int> d_sorted = throws;
  thrust::sort(d_sorted.begin(), d_sorted.end());
  thrust::device_vector<int> d_eyes(bins), d_count(bins);
  const auto ends =
      thrust::reduce_by_key(d_sorted.begin(), d_sorted.end(),
                            thrust::constant_iterator<int>(1),
                            d_eyes.begin(), d_count.begin());
  lesson::check("numbers that were thrown", bins,
                static_cast<int>(ends.first - d_eyes.begin()));
  lesson::check_same("how often each was thrown",
                     lesson::compare(expected, on_host(d_count)));
}
