// Judges exercise 7.1: sums of whole and partial blocks, of fresh
// random numbers.
#include <algorithm>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

void block_sum(const int* d_in, int n, int* d_sums);  // the learner's

constexpr int kBlock = 256;

std::vector<int> expected_sums(const std::vector<int>& numbers) {
  std::vector<int> sums((numbers.size() + kBlock - 1) / kBlock, 0);
  for (size_t i = 0; i < numbers.size(); ++i)
    sums[i / kBlock] += numbers[i];
  return sums;
}

void judge_numbers(const std::vector<int>& numbers) {
  const std::vector<int> expected = expected_sums(numbers);
  gpu::GuardedBuffer<int> in(numbers), sums(expected.size());
  block_sum(in.data(), static_cast<int>(numbers.size()), sums.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same("a sum for each block",
                       lesson::compare(expected, sums.download()));
  lesson::require_same("in is left as it was",
                       lesson::compare(numbers, in.download()));
  lesson::require("writes stay inside sums", sums.damage().empty(),
                  "nothing outside is written", sums.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    lesson::begin_case("n = " + std::to_string(n) + ", all ones");
    judge_numbers(std::vector<int>(n, 1));
    lesson::begin_case("n = " + std::to_string(n) + ", random");
    judge_numbers(random.integers(n, -1000, 1000));
  }
}

int main() { return lesson::run_judge("block_sum", judge); }
