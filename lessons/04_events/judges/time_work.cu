// Judges exercise 4.1: spins of known length, alone and behind other
// work, in every kind of stream.
#include <string>

#include "cuda/spin.h"
#include "lesson/judge.h"

// The learner's.
float time_work(void (*work)(cudaStream_t), cudaStream_t stream);

constexpr double kWorkMs = 20;
constexpr double kAheadMs = 150;

int calls = 0;

const gpu::Spin& spin() {
  static const gpu::Spin spin;
  return spin;
}

void spin_once(cudaStream_t stream) {
  ++calls;
  spin()(kWorkMs, stream);
}

void nothing(cudaStream_t) { ++calls; }

// The work takes at least `least` ms; the bound above leaves room for a
// busy machine, and none for the work ahead.
void judge_case(const std::string& name, void (*work)(cudaStream_t),
                double least, double ahead_ms, cudaStream_t stream) {
  lesson::begin_case(name);
  if (ahead_ms > 0) spin()(ahead_ms, stream);
  calls = 0;
  const float ms = time_work(work, stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  lesson::require("calls of work", calls == 1, "1",
                  std::to_string(calls));
  lesson::require("ms", ms >= 0.9 * least && ms < kAheadMs,
                  lesson::format("about %.0f", least),
                  lesson::format("%.2f", ms));
}

void judge() {
  spin();
  gpu::Stream free(cudaStreamNonBlocking), blocking;
  judge_case("nothing to time", nothing, 0, 0, free);
  for (const cudaStream_t stream :
       {cudaStream_t(free), cudaStream_t(blocking), cudaStream_t{}}) {
    const std::string where = stream == free ? "a non-blocking stream"
                              : stream       ? "a blocking stream"
                                             : "the default stream";
    judge_case("20 ms in " + where, spin_once, kWorkMs, 0, stream);
    judge_case("20 ms in " + where + ", behind 150 ms of other work",
               spin_once, kWorkMs, kAheadMs, stream);
  }
}

int main() { return lesson::run_judge("time_work", judge); }
