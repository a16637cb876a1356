// Judges exercise 13.1: distances of whole and of broken numbers, in
// memory of exactly their size.
#include <cmath>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
float squared_distance(const float* d_a, const float* d_b, int n);

double reference(const std::vector<float>& a,
                 const std::vector<float>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double difference = double{a[i]} - b[i];
    sum += difference * difference;
  }
  return sum;
}

void judge_pair(const std::string& name, const std::vector<float>& a,
                const std::vector<float>& b) {
  lesson::begin_case("n = " + std::to_string(a.size()) + ", " + name);
  gpu::GuardedBuffer<float> d_a(a), d_b(b);
  const int n = static_cast<int>(a.size());
  const float got = squared_distance(d_a.data(), d_b.data(), n);
  CUDA_CHECK(cudaDeviceSynchronize());
  const double expected = reference(a, b);
  // All terms are positive. Each takes a rounded difference (twice in
  // the square), a rounded product and at most n rounded additions.
  const double tolerance = (n + 3.0) * 0x1p-24 * expected;
  lesson::require("squared distance",
                  std::fabs(got - expected) <= tolerance,
                  lesson::show(expected), lesson::show(got));
  lesson::require_same("a is left as it was",
                       lesson::compare(a, d_a.download()));
  lesson::require_same("b is left as it was",
                       lesson::compare(b, d_b.download()));
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    judge_pair("small whole numbers", random.whole_floats(n, -9, 9),
               random.whole_floats(n, -9, 9));
    judge_pair("all below 1", random.floats(n, 0, 1),
               random.floats(n, 0, 1));
    judge_pair("equal", std::vector<float>(n, 3),
               std::vector<float>(n, 3));
  }
}

int main() { return lesson::run_judge("squared_distance", judge); }
