// Judges exercise 6.1: whole and partial parts, fresh random numbers.
#include <algorithm>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

void reverse_blocks(const int* d_in, int* d_out,
                    int n);  // the learner's

constexpr int kPart = 256;

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    lesson::begin_case("n = " + std::to_string(n));
    const std::vector<int> in = random.integers(n, -1000000, 1000000);
    std::vector<int> expected(in);
    for (int begin = 0; begin < n; begin += kPart) {
      const int end = std::min(begin + kPart, n);
      std::reverse(expected.begin() + begin, expected.begin() + end);
    }
    gpu::GuardedBuffer<int> d_in(in), d_out(n);
    reverse_blocks(d_in.data(), d_out.data(), n);
    CUDA_CHECK(cudaDeviceSynchronize());
    lesson::require_same("out",
                         lesson::compare(expected, d_out.download()));
    lesson::require_same("in is left as it was",
                         lesson::compare(in, d_in.download()));
    lesson::require("writes stay inside out", d_out.damage().empty(),
                    "nothing outside is written", d_out.damage());
  }
}

int main() { return lesson::run_judge("reverse_blocks", judge); }
