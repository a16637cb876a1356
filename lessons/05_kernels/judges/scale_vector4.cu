// Judges exercise 5.3: every remainder of a division by 4, and no more
// than two blocks' worth of requests for whole vectors.
#include <vector>

#include "cuda/guarded.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "lesson/judge.h"

void scale_vector4(float* d_values, int n,
                   float factor);  // the learner's

void judge_size(gpu::Random& random, int n) {
  lesson::begin_case("n = " + std::to_string(n));
  const float factor = random.uniform(2, 3);
  const std::vector<float> values = random.floats(n, -1, 1);
  std::vector<float> expected(values);
  for (float& value : expected) value *= factor;
  gpu::GuardedBuffer<float> d_values(values);
  scale_vector4(d_values.data(), n, factor);
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same("values",
                       lesson::compare(expected, d_values.download()));
  lesson::require("writes stay inside values",
                  d_values.damage().empty(),
                  "nothing outside is written", d_values.damage());
}

// A warp that loads and stores 128 floats by float4 makes two requests.
void judge_width(int n) {
  lesson::begin_case("n = " + std::to_string(n) +
                     ", width of the loads");
  gpu::GuardedBuffer<float> d_values(std::vector<float>(n, 1));
  gpu::ProfileScope scope;
  scale_vector4(d_values.data(), n, 2);
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) return;
  const uint64_t most = 2 * (n / 128) + 4;
  lesson::require("requests to global memory", counts.requests <= most,
                  "at most " + std::to_string(most),
                  std::to_string(counts.requests));
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) judge_size(random, n);
  for (int n = 2; n <= 9; ++n) judge_size(random, n);
  for (const int n : {511, 512, 513, 514, 515, 516})
    judge_size(random, n);
  judge_width(4096);
}

int main() { return lesson::run_judge("scale_vector4", judge); }
