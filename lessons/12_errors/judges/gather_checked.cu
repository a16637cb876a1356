// Judges exercise 12.3: good indices, bad ones of every kind, and none
// at all.
#include <climits>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// Both files define it with the same words.
struct BadIndices {
  int count;
  int first;
};

// The learner's.
BadIndices gather_checked(const float* d_in, int n_in,
                          const int* d_index, int n, float* d_out);

struct Expected {
  std::vector<float> out;
  BadIndices bad;
};

Expected reference(const std::vector<float>& in,
                   const std::vector<int>& index) {
  const int n = static_cast<int>(index.size());
  Expected expected = {{}, {0, n}};
  for (int i = 0; i < n; ++i) {
    const bool good =
        index[i] >= 0 && index[i] < static_cast<int>(in.size());
    expected.out.push_back(good ? in[index[i]] : 0);
    if (good) continue;
    if (expected.bad.count++ == 0) expected.bad.first = i;
  }
  return expected;
}

void judge_indices(const std::string& what,
                   const std::vector<float>& in,
                   const std::vector<int>& index) {
  const int n = static_cast<int>(index.size());
  const int n_in = static_cast<int>(in.size());
  lesson::begin_case("n = " + std::to_string(n) +
                     ", n_in = " + std::to_string(n_in) + ", " + what);
  const Expected expected = reference(in, index);
  gpu::GuardedBuffer<float> d_in(in), d_out(index.size());
  gpu::GuardedBuffer<int> d_index(index);
  const BadIndices bad = gather_checked(
      d_in.data(), n_in, d_index.data(), n, d_out.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same("out",
                       lesson::compare(expected.out, d_out.download()));
  lesson::require("bad indices", bad.count == expected.bad.count,
                  std::to_string(expected.bad.count),
                  std::to_string(bad.count));
  lesson::require("the first of them", bad.first == expected.bad.first,
                  std::to_string(expected.bad.first),
                  std::to_string(bad.first));
  lesson::require("writes stay inside out", d_out.damage().empty(),
                  "nothing outside is written", d_out.damage());
}

// About one in `every` becomes an index that in does not have.
std::vector<int> spoiled(std::vector<int> index, int n_in, int every,
                         gpu::Random* random) {
  const int bad[] = {-1, n_in, INT_MIN, INT_MAX, n_in + 1, -n_in - 1};
  for (int& i : index) {
    if (random->integer(1, every) == 1) i = bad[random->integer(0, 5)];
  }
  return index;
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    const int n_in = random.integer(1, 500);
    const std::vector<float> in = random.floats(n_in, 1, 2);
    const std::vector<int> good = random.integers(n, 0, n_in - 1);
    judge_indices("all good", in, good);
    judge_indices("a few bad", in, spoiled(good, n_in, 20, &random));
    judge_indices("all bad", in, spoiled(good, n_in, 1, &random));
    std::vector<int> last_bad = good;
    if (n > 0) last_bad.back() = n_in;
    judge_indices("the last one past the end", in, last_bad);
    std::vector<int> first_bad = good;
    if (n > 0) first_bad.front() = -1;
    judge_indices("the first one -1", in, first_bad);
    judge_indices("nothing to gather from", {}, good);
  }
}

int main() { return lesson::run_judge("gather_checked", judge); }
