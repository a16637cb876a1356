// Judges exercise 2.2: pitches of both sides differ, and what lies
// between the rows must stay as it is.
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void halve(const float* d_in, size_t in_pitch, float* d_out,
           size_t out_pitch, int rows, int cols);

// (rows, pitch) floats of which the first cols of each row are random
// and the others are `between`. The last row ends with its last float.
std::vector<float> padded(gpu::Random& random, int rows, int cols,
                          int pitch, float between) {
  if (rows == 0 || cols == 0) return {};
  std::vector<float> all(size_t(rows - 1) * pitch + cols, between);
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      all[size_t(row) * pitch + col] = random.uniform(-100, 100);
    }
  }
  return all;
}

void judge_size(gpu::Random& random, int rows, int cols, int in_gap,
                int out_gap) {
  const int in_pitch = cols + in_gap, out_pitch = cols + out_gap;
  lesson::begin_case(
      lesson::format("%d rows, %d columns, pitches of %d and %d bytes",
                     rows, cols, 4 * in_pitch, 4 * out_pitch));
  const std::vector<float> in =
      padded(random, rows, cols, in_pitch, -7);
  const std::vector<float> before =
      padded(random, rows, cols, out_pitch, -3);
  std::vector<float> expected(before);
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      expected[size_t(row) * out_pitch + col] =
          in[size_t(row) * in_pitch + col] / 2;
    }
  }
  gpu::GuardedBuffer<float> d_in(in), d_out(before);
  halve(d_in.data(), in_pitch * sizeof(float), d_out.data(),
        out_pitch * sizeof(float), rows, cols);
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same("out, and between its rows",
                       lesson::compare(expected, d_out.download()));
  lesson::require_same("in is left as it was",
                       lesson::compare(in, d_in.download()));
  lesson::require("writes stay inside out", d_out.damage().empty(),
                  "nothing outside is written", d_out.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  const int sizes[] = {0, 1, 7, 31, 32, 33, 97};
  for (const int rows : sizes) {
    for (const int cols : sizes) {
      judge_size(random, rows, cols, 3, 40);
      judge_size(random, rows, cols, 29, 0);
    }
  }
  judge_size(random, 700, 613, 27, 155);
}

int main() { return lesson::run_judge("pitched_rows", judge); }
