// Judges exercise 13.3: no labels, one, all different, all the same.
#include <map>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
int count_labels(const int* d_labels, int n, int* d_keys,
                 int* d_counts);

void judge_labels(const std::vector<int>& labels,
                  const std::string& name) {
  lesson::begin_case("n = " + std::to_string(labels.size()) + ", " +
                     name);
  std::map<int, int> occurs;
  for (const int label : labels) ++occurs[label];
  std::vector<int> keys, counts;
  for (const auto& [label, count] : occurs) {
    keys.push_back(label);
    counts.push_back(count);
  }
  gpu::GuardedBuffer<int> d_labels(labels), d_keys(keys.size()),
      d_counts(keys.size());
  const int got =
      count_labels(d_labels.data(), static_cast<int>(labels.size()),
                   d_keys.data(), d_counts.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require("different labels",
                  got == static_cast<int>(keys.size()),
                  std::to_string(keys.size()), std::to_string(got));
  lesson::require_same("keys",
                       lesson::compare(keys, d_keys.download()));
  lesson::require_same("counts",
                       lesson::compare(counts, d_counts.download()));
  lesson::require_same("labels are left as they were",
                       lesson::compare(labels, d_labels.download()));
  lesson::require("writes stay inside keys", d_keys.damage().empty(),
                  "nothing outside is written", d_keys.damage());
  lesson::require("writes stay inside counts",
                  d_counts.damage().empty(),
                  "nothing outside is written", d_counts.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    judge_labels(std::vector<int>(n, 7), "all the same");
    judge_labels(random.integers(n, -3, 3), "few different ones");
    judge_labels(random.integers(n, -1000000, 1000000),
                 "nearly all different");
  }
}

int main() { return lesson::run_judge("count_labels", judge); }
