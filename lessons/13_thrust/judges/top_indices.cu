// Judges exercise 13.2: fewer, exactly as many and more scores than are
// asked for; scores that are equal.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
int top_indices(const float* d_scores, int n, int k, int* d_indices);

std::vector<int> reference(const std::vector<float>& scores, int k) {
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return scores[a] > scores[b]; });
  order.resize(std::min(order.size(), static_cast<size_t>(k)));
  return order;
}

void judge_top(const std::vector<float>& scores, int k,
               const std::string& name) {
  const int n = static_cast<int>(scores.size());
  lesson::begin_case("n = " + std::to_string(n) +
                     ", k = " + std::to_string(k) + ", " + name);
  gpu::GuardedBuffer<float> d_scores(scores);
  gpu::GuardedBuffer<int> d_indices(k);
  const int got = top_indices(d_scores.data(), n, k, d_indices.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  const std::vector<int> expected = reference(scores, k);
  const int count = static_cast<int>(expected.size());
  lesson::require("how many", got == count, std::to_string(count),
                  std::to_string(got));
  std::vector<int> indices = d_indices.download();
  indices.resize(count);
  lesson::require_same("indices", lesson::compare(expected, indices));
  lesson::require_same("scores are left as they were",
                       lesson::compare(scores, d_scores.download()));
  lesson::require("writes stay inside indices",
                  d_indices.damage().empty(),
                  "nothing outside is written", d_indices.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    const std::vector<float> scores = random.floats(n, 0, 1);
    judge_top(scores, 0, "random");
    judge_top(scores, 5, "random");
    judge_top(scores, n, "random");
    judge_top(scores, n + 3, "random");
    judge_top(random.whole_floats(n, -2, 2), n, "many equal ones");
  }
}

int main() { return lesson::run_judge("top_indices", judge); }
