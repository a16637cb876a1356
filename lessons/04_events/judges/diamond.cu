// Judges exercise 4.3: each of the first three streams is held once,
// and those that need not wait for it go on.
#include <vector>

#include "cuda/gate.h"
#include "cuda/guarded.h"
#include "cuda/random.h"
#include "cuda/stream.h"
#include "lesson/judge.h"

// Both files define it with the same words.
struct Arrays {
  const int* in;
  int *top, *left, *right, *bottom;
  int n;
};

// The learner's.
void diamond(const Arrays& arrays, const cudaStream_t streams[4]);

struct Reference {
  std::vector<int> top, left, right, bottom;
};

Reference reference_diamond(const std::vector<int>& in) {
  Reference r;
  for (const int x : in) {
    r.top.push_back(x * x);
    r.left.push_back(x * x + 1);
    r.right.push_back(3 * x * x);
    r.bottom.push_back(2 * x * x - 1);
  }
  return r;
}

struct Run {
  explicit Run(const std::vector<int>& numbers)
      : in(numbers),
        top(numbers.size()),
        left(numbers.size()),
        right(numbers.size()),
        bottom(numbers.size()),
        h_side(numbers.size()) {
    CUDA_CHECK(cudaDeviceSynchronize());  // the poison is in place
  }
  gpu::GuardedBuffer<int> in, top, left, right, bottom;
  gpu::PinnedBuffer<int> h_side;  // its end would wait for all streams
  gpu::Stream s[4] = {gpu::Stream(cudaStreamNonBlocking),
                      gpu::Stream(cudaStreamNonBlocking),
                      gpu::Stream(cudaStreamNonBlocking),
                      gpu::Stream(cudaStreamNonBlocking)};
};

// A side's result through its own stream, while the other is held.
void require_side(Run& r, int stream, const std::vector<int>& expected,
                  gpu::Gate& gate) {
  gpu::GuardedBuffer<int>& side = stream == 1 ? r.left : r.right;
  const std::string name = stream == 1 ? "left" : "right";
  CUDA_CHECK(cudaMemcpyAsync(r.h_side.data(), side.data(), side.bytes(),
                             cudaMemcpyDeviceToHost, r.s[stream]));
  r.s[stream].synchronize();
  lesson::require(name + " does not wait for the other side",
                  gate.held(), "it ends while that is held",
                  "it waited");
  const std::vector<int> got(r.h_side.begin(), r.h_side.end());
  lesson::require_same(name, lesson::compare(expected, got));
}

// Holds stream `held`.
void judge_held(const std::vector<int>& numbers, int held) {
  const Reference expected = reference_diamond(numbers);
  Run r(numbers);
  const cudaStream_t streams[4] = {r.s[0], r.s[1], r.s[2], r.s[3]};
  {
    gpu::Gate gate(streams[held]);
    diamond({r.in.data(), r.top.data(), r.left.data(), r.right.data(),
             r.bottom.data(), static_cast<int>(numbers.size())},
            streams);
    lesson::require("the host goes on while a stream is held",
                    gate.held(), "it waits for nothing", "it waited");
    if (held == 1) require_side(r, 2, expected.right, gate);
    if (held == 2) require_side(r, 1, expected.left, gate);
  }
  r.s[3].synchronize();  // and no other
  lesson::require_same("top",
                       lesson::compare(expected.top, r.top.download()));
  lesson::require_same(
      "left", lesson::compare(expected.left, r.left.download()));
  lesson::require_same(
      "right", lesson::compare(expected.right, r.right.download()));
  lesson::require_same(
      "bottom", lesson::compare(expected.bottom, r.bottom.download()));
  for (const auto* out : {&r.top, &r.left, &r.right, &r.bottom}) {
    lesson::require("writes stay inside", out->damage().empty(),
                    "nothing outside is written", out->damage());
  }
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : {1, 31, 32, 33, 257, 1009, 5000}) {
    for (int held = 0; held < 3; ++held) {
      lesson::begin_case("n = " + std::to_string(n) + ", streams[" +
                         std::to_string(held) + "] is held");
      judge_held(random.integers(n, -1000, 1000), held);
    }
  }
}

int main() { return lesson::run_judge("diamond", judge); }
