// Judges exercise 8.2: no hit, all hits and random ones, warps that are
// partly past the end; and how many atomics it takes.
#include <algorithm>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void compact_warps(const int* d_in, int n, int threshold, int* d_hits,
                   int* d_count);

std::vector<int> reference(const std::vector<int>& in, int threshold) {
  std::vector<int> hits;
  for (size_t i = 0; i < in.size(); ++i) {
    if (in[i] > threshold) hits.push_back(static_cast<int>(i));
  }
  return hits;
}

uint64_t warps_with_hits(const std::vector<int>& hits) {
  uint64_t warps = 0;
  int last = -1;
  for (const int i : hits) {
    if (i / 32 != last) ++warps;
    last = i / 32;
  }
  return warps;
}

void judge_list(const std::vector<int>& in, int threshold) {
  lesson::begin_case("n = " + std::to_string(in.size()) +
                     ", threshold " + std::to_string(threshold));
  const std::vector<int> hits = reference(in, threshold);
  gpu::GuardedBuffer<int> d_in(in), d_hits(in.size());
  gpu::GuardedBuffer<int> d_count(1);
  gpu::ProfileScope scope;
  compact_warps(d_in.data(), static_cast<int>(in.size()), threshold,
                d_hits.data(), d_count.data());
  const gpu::Counts counts = scope.stop();
  CUDA_CHECK(cudaDeviceSynchronize());
  const int count = d_count.download()[0];
  lesson::require("count", count == static_cast<int>(hits.size()),
                  std::to_string(hits.size()), std::to_string(count));
  std::vector<int> stored = d_hits.download();
  stored.resize(hits.size());
  std::sort(stored.begin(), stored.end());
  lesson::require_same("the hits, sorted",
                       lesson::compare(hits, stored));
  lesson::require("writes stay inside hits", d_hits.damage().empty(),
                  "nothing outside is written", d_hits.damage());
  if (!counts.counted) return;
  const uint64_t most = warps_with_hits(hits);
  lesson::require(
      "atomics", counts.atomics <= most,
      "at most " + std::to_string(most) + ", one a warp with a hit",
      std::to_string(counts.atomics));
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    const std::vector<int> in = random.integers(n, 0, 99);
    judge_list(in, 99);  // none
    judge_list(in, 49);  // about half
    judge_list(in, 96);  // a few
    judge_list(in, -1);  // all
  }
}

int main() { return lesson::run_judge("compact_warps", judge); }
