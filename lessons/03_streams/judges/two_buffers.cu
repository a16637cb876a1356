// Judges exercise 3.3: the second batch is filled while the first one
// is held in its stream, and no buffer is filled while a copy needs it.
#include <optional>
#include <vector>

#include "cuda/gate.h"
#include "cuda/guarded.h"
#include "cuda/random.h"
#include "cuda/stream.h"
#include "lesson/judge.h"

// Both files define it with the same words.
struct Slot {
  cudaStream_t stream;
  int* h_buffer;
  int* d_buffer;
};

// The learner's.
void two_buffers(void (*fill)(int batch, int* h_buffer), int batches,
                 int size, Slot slots[2], int* d_out);

// What fill() needs, which is a plain function.
struct Source {
  std::vector<int> numbers;  // (batches, size)
  int size = 0;
  Slot* slots = nullptr;
  std::optional<gpu::Gate> gate;  // in the stream of batch 0
  bool side_by_side = true;
  std::vector<int> filled;
};
Source source;

void fill(int batch, int* h_buffer) {
  source.filled.push_back(batch);
  if (batch == 0) {
    const bool second = h_buffer == source.slots[1].h_buffer;
    source.gate.emplace(source.slots[second].stream);
  }
  if (batch == 1 && source.gate) {
    source.side_by_side = source.gate->held();
    source.gate->open();
  }
  for (int i = 0; i < source.size; ++i) {
    h_buffer[i] = source.numbers[batch * source.size + i];
  }
}

void require_order(int batches) {
  std::vector<int> expected;
  for (int b = 0; b < batches; ++b) expected.push_back(b);
  lesson::require_same("the batches that were filled",
                       lesson::compare(expected, source.filled));
  lesson::require("batch 1 is filled while the device has batch 0",
                  source.side_by_side, "it waits for nothing",
                  "the host waited for batch 0 first");
}

void judge_batches(int batches, int size, gpu::Random& random) {
  gpu::PinnedBuffer<int> h_0(size), h_1(size);
  gpu::GuardedBuffer<int> d_0(size), d_1(size), d_out(batches * size);
  gpu::Stream s_0(cudaStreamNonBlocking), s_1(cudaStreamNonBlocking);
  Slot slots[2] = {{s_0, h_0.data(), d_0.data()},
                   {s_1, h_1.data(), d_1.data()}};
  source.numbers = random.integers(batches * size, -1000, 1000);
  source.size = size;
  source.slots = slots;
  source.side_by_side = true;
  source.filled.clear();
  CUDA_CHECK(cudaDeviceSynchronize());  // the poison is in place
  two_buffers(fill, batches, size, slots, d_out.data());
  source.gate.reset();  // opens it
  s_0.synchronize();
  s_1.synchronize();
  std::vector<int> expected;
  for (const int x : source.numbers) expected.push_back(3 * x + 1);
  require_order(batches);
  lesson::require_same("d_out",
                       lesson::compare(expected, d_out.download()));
  for (const auto* buffer : {&d_0, &d_1, &d_out}) {
    lesson::require("writes stay inside", buffer->damage().empty(),
                    "nothing outside is written", buffer->damage());
  }
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int batches : {1, 2, 3, 0, 7, 20}) {
    for (const int size : {1, 31, 1000}) {
      lesson::begin_case(std::to_string(batches) + " batches of " +
                         std::to_string(size));
      judge_batches(batches, size, random);
    }
  }
}

int main() { return lesson::run_judge("two_buffers", judge); }
