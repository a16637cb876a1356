// Judges exercise 5.4: sizes far beyond the grid, and grids of one
// block.
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void saxpy(const float* d_x, float* d_y, int n, float a,
           int max_blocks);

void judge_size(gpu::Random& random, int n, int max_blocks) {
  lesson::begin_case(
      lesson::format("n = %d, at most %d blocks", n, max_blocks));
  const float a = random.uniform(-2, 2);
  const std::vector<float> x = random.floats(n, -1, 1);
  const std::vector<float> y = random.floats(n, -1, 1);
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = double(a) * x[i] + y[i];
  gpu::GuardedBuffer<float> d_x(x), d_y(y);
  saxpy(d_x.data(), d_y.data(), n, a, max_blocks);
  CUDA_CHECK(cudaDeviceSynchronize());
  // Two roundings of numbers below 3: less than 3 * 2^-23.
  lesson::require_same(
      "y", lesson::compare_near(expected, d_y.download(), 0, 4e-7));
  lesson::require_same("x is left as it was",
                       lesson::compare(x, d_x.download()));
  lesson::require("writes stay inside y", d_y.damage().empty(),
                  "nothing outside is written", d_y.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    judge_size(random, n, 1);
    judge_size(random, n, 3);
    judge_size(random, n, 1000);
  }
}

int main() { return lesson::run_judge("saxpy", judge); }
