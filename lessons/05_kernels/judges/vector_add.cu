// Judges exercise 5.1: sizes around whole blocks, fresh random numbers.
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void vector_add(const float* d_a, const float* d_b, float* d_sums,
                int n);

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    lesson::begin_case("n = " + std::to_string(n));
    const std::vector<float> a = random.floats(n, -1, 1);
    const std::vector<float> b = random.floats(n, -1, 1);
    std::vector<float> expected(n);
    for (int i = 0; i < n; ++i) expected[i] = a[i] + b[i];
    gpu::GuardedBuffer<float> d_a(a), d_b(b), d_sums(n);
    vector_add(d_a.data(), d_b.data(), d_sums.data(), n);
    CUDA_CHECK(cudaDeviceSynchronize());
    lesson::require_same("sums",
                         lesson::compare(expected, d_sums.download()));
    lesson::require("writes stay inside sums", d_sums.damage().empty(),
                    "nothing outside is written", d_sums.damage());
  }
}

int main() { return lesson::run_judge("vector_add", judge); }
