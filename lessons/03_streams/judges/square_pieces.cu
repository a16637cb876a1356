// Judges exercise 3.2: while the first stream is held, the pieces of
// all others arrive.
#include <list>
#include <vector>

#include "cuda/gate.h"
#include "cuda/guarded.h"
#include "cuda/random.h"
#include "cuda/stream.h"
#include "lesson/judge.h"

// The learner's.
void square_pieces(const int* h_in, int* h_out, int* d_values, int n,
                   int piece, const cudaStream_t* streams, int count);

struct Streams {
  explicit Streams(int count) {
    for (int s = 0; s < count; ++s) {
      owners.emplace_back(cudaStreamNonBlocking);
      handles.push_back(owners.back());
    }
  }
  std::list<gpu::Stream> owners;
  std::vector<cudaStream_t> handles;
};

// Piece p of `values`.
std::vector<int> piece_of(const int* values, int n, int piece, int p) {
  std::vector<int> part;
  for (int i = p * piece; i < n && i < (p + 1) * piece; ++i) {
    part.push_back(values[i]);
  }
  return part;
}

// The first stream is held: the pieces of the others are done as soon
// as their streams are.
void require_others(const std::vector<int>& expected, const int* h_out,
                    int piece, Streams& streams, gpu::Gate& gate) {
  const int n = static_cast<int>(expected.size());
  const int count = static_cast<int>(streams.handles.size());
  for (int s = 1; s < count; ++s) {
    CUDA_CHECK(cudaStreamSynchronize(streams.handles[s]));
  }
  lesson::require("the other streams don't wait for the first",
                  gate.held(), "they end while it is held",
                  "they waited for it");
  for (int p = 0; p * piece < n; ++p) {
    if (p % count == 0) continue;
    lesson::require_same(
        "piece " + std::to_string(p) + " through stream " +
            std::to_string(p % count),
        lesson::compare(piece_of(expected.data(), n, piece, p),
                        piece_of(h_out, n, piece, p)));
  }
}

void judge_numbers(const std::vector<int>& numbers, int piece,
                   int count) {
  const int n = static_cast<int>(numbers.size());
  gpu::PinnedBuffer<int> h_in(n), h_out(n);
  gpu::GuardedBuffer<int> d_values(n);
  std::vector<int> expected;
  for (int i = 0; i < n; ++i) {
    h_in[i] = numbers[i];
    h_out[i] = -1;
    expected.push_back(numbers[i] * numbers[i]);
  }
  CUDA_CHECK(cudaDeviceSynchronize());  // the poison is in place
  Streams streams(count);
  {
    gpu::Gate gate(streams.handles[0]);
    square_pieces(h_in.data(), h_out.data(), d_values.data(), n, piece,
                  streams.handles.data(), count);
    lesson::require("the call comes back while the stream is held",
                    gate.held(), "it waits for nothing",
                    "it waited for a stream");
    require_others(expected, h_out.data(), piece, streams, gate);
  }
  for (gpu::Stream& stream : streams.owners) stream.synchronize();
  const std::vector<int> out(h_out.begin(), h_out.end());
  lesson::require_same("h_out", lesson::compare(expected, out));
  lesson::require("writes stay inside d_values",
                  d_values.damage().empty(),
                  "nothing outside is written", d_values.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : {0, 1, 31, 32, 33, 97, 1000, 4099}) {
    for (const int piece : {32, 100, 1000}) {
      for (const int count : {1, 3}) {
        lesson::begin_case("n = " + std::to_string(n) +
                           ", piece = " + std::to_string(piece) +
                           ", streams = " + std::to_string(count));
        judge_numbers(random.integers(n, -1000, 1000), piece, count);
      }
    }
  }
}

int main() { return lesson::run_judge("square_pieces", judge); }
