// Judges exercise 8.1: lists with room, exactly filled, too small and
// empty; and a count that holds something else before.
#include <algorithm>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void collect_above(const int* d_in, int n, int threshold, int* d_hits,
                   int capacity, int* d_count);

std::vector<int> reference(const std::vector<int>& in, int threshold) {
  std::vector<int> hits;
  for (size_t i = 0; i < in.size(); ++i) {
    if (in[i] > threshold) hits.push_back(static_cast<int>(i));
  }
  return hits;
}

// Where the list was too small it must hold different hits, and which
// is chance: the first entry that is none, or occurs twice.
std::string first_fault(const std::vector<int>& stored,
                        const std::vector<int>& hits) {
  for (size_t k = 0; k < stored.size(); ++k) {
    const bool is_hit =
        std::binary_search(hits.begin(), hits.end(), stored[k]);
    const auto end = stored.begin() + k;
    const bool again = std::find(stored.begin(), end, stored[k]) != end;
    if (is_hit && !again) continue;
    return "slot " + std::to_string(k) + " holds " +
           std::to_string(stored[k]) + (again ? " again" : ", no hit");
  }
  return "";
}

void judge_list(const std::vector<int>& in, int threshold,
                int capacity) {
  lesson::begin_case("n = " + std::to_string(in.size()) +
                     ", capacity " + std::to_string(capacity));
  const std::vector<int> hits = reference(in, threshold);
  gpu::GuardedBuffer<int> d_in(in), d_hits(capacity);
  gpu::GuardedBuffer<int> d_count(1, gpu::Before::kUnwritten);
  collect_above(d_in.data(), static_cast<int>(in.size()), threshold,
                d_hits.data(), capacity, d_count.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  const int count = d_count.download()[0];
  lesson::require("count", count == static_cast<int>(hits.size()),
                  std::to_string(hits.size()), std::to_string(count));
  std::vector<int> stored = d_hits.download();
  stored.resize(std::min(stored.size(), hits.size()));
  const std::string fault = first_fault(stored, hits);
  lesson::require("the list", fault.empty(),
                  "each slot holds another hit", fault);
  lesson::require("writes stay inside hits", d_hits.damage().empty(),
                  "nothing outside is written", d_hits.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    const std::vector<int> in = random.integers(n, 0, 99);
    const int hits = static_cast<int>(reference(in, 49).size());
    judge_list(in, 49, n);
    judge_list(in, 49, hits);
    judge_list(in, 49, hits / 2);
    judge_list(in, 49, 0);
    judge_list(in, 99, n);
    judge_list(in, -1, n);
  }
}

int main() { return lesson::run_judge("collect_above", judge); }
