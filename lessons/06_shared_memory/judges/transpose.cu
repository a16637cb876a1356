// Judges exercise 6.3: shapes that fit no tile, and what the loads and
// stores cost.
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void transpose(const float* d_in, float* d_out, int rows, int cols);

void judge_shape(gpu::Random& random, int rows, int cols) {
  lesson::begin_case(lesson::format("%d x %d", rows, cols));
  const std::vector<float> in = random.floats(rows * cols, -1, 1);
  std::vector<float> expected(in.size());
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      expected[col * rows + row] = in[row * cols + col];
    }
  }
  gpu::GuardedBuffer<float> d_in(in), d_out(in.size());
  transpose(d_in.data(), d_out.data(), rows, cols);
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same("out",
                       lesson::compare(expected, d_out.download()));
  lesson::require("writes stay inside out", d_out.damage().empty(),
                  "nothing outside is written", d_out.damage());
}

void judge_cost(int rows, int cols) {
  lesson::begin_case(lesson::format("%d x %d, cost", rows, cols));
  gpu::GuardedBuffer<float> d_in(std::vector<float>(rows * cols, 1));
  gpu::GuardedBuffer<float> d_out(rows * cols);
  gpu::ProfileScope scope;
  transpose(d_in.data(), d_out.data(), rows, cols);
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) return;
  // Side by side, a sector's 32 bytes are all asked for; both matrices
  // pass once.
  const double both = 2.0 * rows * cols * 4 / 32;
  lesson::require_at_most("sectors of global memory", counts.sectors,
                          1.05 * counts.ideal_sectors);
  lesson::require_at_most("sectors in all", counts.sectors,
                          1.05 * both);
  lesson::require_at_most("bank conflicts", counts.bank_conflicts, 0);
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  const int shapes[][2] = {{0, 3},   {3, 0},   {1, 1},   {31, 33},
                           {32, 32}, {33, 31}, {1, 97},  {97, 1},
                           {64, 32}, {37, 97}, {130, 70}};
  for (const auto& shape : shapes) {
    judge_shape(random, shape[0], shape[1]);
  }
  judge_cost(64, 96);
}

int main() { return lesson::run_judge("transpose", judge); }
