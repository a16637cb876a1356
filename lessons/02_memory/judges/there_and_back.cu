// Judges exercise 2.1: sizes from one on, fresh random numbers, and
// what the call leaves behind on the device.
#include <algorithm>
#include <vector>

#include "cuda/check.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void there_and_back(const float* h_in, float* h_out, int n);

size_t free_bytes() {
  size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

// How much less is free after `calls` calls; other programs that use
// the device change it, too.
double lost_bytes(const std::vector<float>& in, int calls) {
  std::vector<float> out(in.size());
  const size_t at_first = free_bytes();
  for (int call = 0; call < calls; ++call) {
    there_and_back(in.data(), out.data(), int(in.size()));
  }
  return double(at_first) - double(free_bytes());
}

// What the calls forget is missing each time, what others take is not.
void judge_leaks(gpu::Random& random) {
  constexpr int kTries = 5;
  const int calls = lesson::scale(8, 100);
  const int n = lesson::scale(1 << 16, 1 << 20);
  const double forgotten = double(calls) * n * sizeof(float);
  lesson::begin_case(lesson::format("%d calls", calls));
  const std::vector<float> in = random.floats(n, -1, 1);
  double lost = lost_bytes(in, calls);
  for (int i = 1; i < kTries && lost > forgotten / 2; ++i) {
    lost = std::min(lost, lost_bytes(in, calls));
  }
  lesson::require(
      "device memory is given back", lost < forgotten / 2,
      "as much is free as before",
      lost < 0 ? "more" : lesson::bytes_text(lost) + " less");
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    if (n == 0) continue;
    lesson::begin_case("n = " + std::to_string(n));
    const std::vector<float> in = random.floats(n, -1000, 1000);
    const std::vector<float> before(in);
    std::vector<float> out(n, -1e30f);
    there_and_back(in.data(), out.data(), n);
    CUDA_CHECK(cudaDeviceSynchronize());
    lesson::require_same("h_out", lesson::compare(before, out));
    lesson::require_same("h_in is left as it was",
                         lesson::compare(before, in));
  }
  judge_leaks(random);
}

int main() { return lesson::run_judge("there_and_back", judge); }
