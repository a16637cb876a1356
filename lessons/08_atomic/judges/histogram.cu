// Judges exercise 8.3: random bytes, one byte alone, and blocks that
// are partly past the end; and how often global memory is asked.
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void histogram(const unsigned char* d_in, int n, unsigned* d_bins);

constexpr int kBins = 256;
using Bytes = std::vector<unsigned char>;

std::vector<unsigned> reference(const Bytes& in) {
  std::vector<unsigned> bins(kBins, 0);
  for (const unsigned char value : in) ++bins[value];
  return bins;
}

void judge_bytes(const std::string& what, const Bytes& in) {
  lesson::begin_case("n = " + std::to_string(in.size()) + ", " + what);
  gpu::GuardedBuffer<unsigned char> d_in(in);
  gpu::GuardedBuffer<unsigned> d_bins(kBins, gpu::Before::kUnwritten);
  histogram(d_in.data(), static_cast<int>(in.size()), d_bins.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same(
      "bins", lesson::compare(reference(in), d_bins.download()));
  lesson::require("writes stay inside bins", d_bins.damage().empty(),
                  "nothing outside is written", d_bins.damage());
}

// 65,536 bytes are 2,048 loads of warps, and 16 blocks hand on 256 bins
// by 8 warps each: 128 more. One global atomic a byte makes 4,096.
void judge_requests() {
  const int n = 65536;
  const uint64_t most = 2560;
  lesson::begin_case("n = 65536, requests to global memory");
  gpu::GuardedBuffer<unsigned char> d_in(Bytes(n, 200));
  gpu::GuardedBuffer<unsigned> d_bins(kBins);
  gpu::ProfileScope scope;
  histogram(d_in.data(), n, d_bins.data());
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) return;
  lesson::require("requests", counts.requests <= most,
                  "at most " + std::to_string(most),
                  std::to_string(counts.requests));
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  std::vector<int> sizes = lesson::edge_sizes();
  for (const int n : {4095, 4096, 4097, 3 * 4096, 20011}) {
    sizes.push_back(n);
  }
  for (const int n : sizes) {
    Bytes in(n, 7);
    judge_bytes("all 7", in);
    for (unsigned char& value : in) {
      value = static_cast<unsigned char>(random.integer(0, 255));
    }
    judge_bytes("random", in);
  }
  judge_requests();
}

int main() { return lesson::run_judge("histogram", judge); }
