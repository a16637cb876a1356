// Judges exercise 6.2: both ends of the vector, both ends of each
// block, and how often global memory is read.
#include <vector>

#include "cuda/guarded.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "lesson/judge.h"

void moving_sum(const int* d_in, int* d_sums, int n);  // the learner's

std::vector<int> reference(const std::vector<int>& in) {
  const int n = static_cast<int>(in.size());
  std::vector<int> sums(n, 0);
  for (int i = 0; i < n; ++i) {
    for (int k = i - 2; k <= i + 2; ++k) {
      if (k >= 0 && k < n) sums[i] += in[k];
    }
  }
  return sums;
}

void judge_size(gpu::Random& random, int n) {
  lesson::begin_case("n = " + std::to_string(n));
  const std::vector<int> in = random.integers(n, -1000, 1000);
  gpu::GuardedBuffer<int> d_in(in), d_sums(n);
  moving_sum(d_in.data(), d_sums.data(), n);
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same(
      "sums", lesson::compare(reference(in), d_sums.download()));
  lesson::require("writes stay inside sums", d_sums.damage().empty(),
                  "nothing outside is written", d_sums.damage());
}

// 1280 numbers are 40 warps: 40 loads, a few for each halo, 40 stores.
// A kernel that reads all five numbers from global memory makes 240.
void judge_requests() {
  const int n = 1280, most = 130;
  lesson::begin_case("n = 1280, reads of global memory");
  gpu::GuardedBuffer<int> d_in(std::vector<int>(n, 1)), d_sums(n);
  gpu::ProfileScope scope;
  moving_sum(d_in.data(), d_sums.data(), n);
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) return;
  lesson::require("requests to global memory", counts.requests <= most,
                  "at most " + std::to_string(most),
                  std::to_string(counts.requests));
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) judge_size(random, n);
  for (const int n : {2, 3, 4, 5, 127, 128, 129, 130})
    judge_size(random, n);
  judge_requests();
}

int main() { return lesson::run_judge("moving_sum", judge); }
