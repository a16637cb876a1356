// Judges exercise 3.1: all work is in the stream, which is held until
// the call has come back.
#include <vector>

#include "cuda/gate.h"
#include "cuda/guarded.h"
#include "cuda/random.h"
#include "cuda/stream.h"
#include "lesson/judge.h"

// The learner's.
void queue_scale(const float* h_in, float* h_out, float* d_values,
                 int n, float factor, cudaStream_t stream);

void judge_numbers(const std::vector<float>& numbers, float factor) {
  const int n = static_cast<int>(numbers.size());
  gpu::PinnedBuffer<float> h_in(n), h_out(n);
  gpu::GuardedBuffer<float> d_values(n);
  std::vector<float> expected;
  for (int i = 0; i < n; ++i) {
    h_in[i] = numbers[i];
    h_out[i] = -1;
    expected.push_back(numbers[i] * factor);
  }
  CUDA_CHECK(cudaDeviceSynchronize());  // the poison is in place
  gpu::Stream stream(cudaStreamNonBlocking);
  {
    gpu::Gate gate(stream);
    queue_scale(h_in.data(), h_out.data(), d_values.data(), n, factor,
                stream);
    lesson::require("the call comes back while the stream is held",
                    gate.held(), "it waits for nothing",
                    "it waited for the stream");
  }
  stream.synchronize();
  const std::vector<float> out(h_out.begin(), h_out.end());
  const std::vector<float> in(h_in.begin(), h_in.end());
  lesson::require_same("h_out", lesson::compare(expected, out));
  lesson::require_same("h_in is left as it was",
                       lesson::compare(numbers, in));
  lesson::require("writes stay inside d_values",
                  d_values.damage().empty(),
                  "nothing outside is written", d_values.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    lesson::begin_case("n = " + std::to_string(n));
    judge_numbers(random.floats(n, -100, 100), random.uniform(1, 9));
  }
}

int main() { return lesson::run_judge("queue_scale", judge); }
