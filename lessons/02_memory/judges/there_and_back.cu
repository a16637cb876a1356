// Judges exercise 2.1: sizes from one on, fresh random numbers, and
// what the call leaves behind on the device.
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

// Other programs may use the device, so a part of what many forgotten
// blocks take is allowed.
void judge_leaks(gpu::Random& random) {
  const int calls = lesson::scale(8, 100);
  const int n = lesson::scale(1 << 16, 1 << 20);
  const size_t forgotten = size_t(calls) * n * sizeof(float);
  lesson::begin_case(lesson::format("%d calls", calls));
  const std::vector<float> in = random.floats(n, -1, 1);
  std::vector<float> out(n);
  const size_t at_first = free_bytes();
  for (int call = 0; call < calls; ++call) {
    there_and_back(in.data(), out.data(), n);
  }
  const size_t at_last = free_bytes();
  lesson::require(
      "device memory is given back", at_last + forgotten / 2 > at_first,
      "as much is free as before",
      at_last > at_first
          ? "more"
          : lesson::bytes_text(double(at_first - at_last)) + " less");
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
