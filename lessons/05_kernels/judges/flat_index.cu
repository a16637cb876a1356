// Judges exercise 5.2: shapes whose three dimensions all differ, and
// fit no block.
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "lesson/judge.h"

// The learner's.
void flat_index(int* d_out, int layers, int rows, int cols);

void judge() {
  lesson::judge_seed();
  const int shapes[][3] = {
      {0, 4, 4}, {1, 1, 1},  {1, 1, 33}, {2, 4, 16},  {1, 5, 17},
      {3, 5, 7}, {5, 3, 31}, {7, 9, 1},  {4, 13, 40}, {9, 2, 97}};
  for (const auto& shape : shapes) {
    const int layers = shape[0], rows = shape[1], cols = shape[2];
    const int n = layers * rows * cols;
    lesson::begin_case(
        lesson::format("(%d, %d, %d)", layers, rows, cols));
    std::vector<int> expected;
    for (int cell = 0; cell < n; ++cell) {
      const int col = cell % cols, row = cell / cols % rows;
      const int layer = cell / cols / rows;
      expected.push_back(1000000 * layer + 1000 * row + col);
    }
    gpu::GuardedBuffer<int> d_out(n);
    flat_index(d_out.data(), layers, rows, cols);
    CUDA_CHECK(cudaDeviceSynchronize());
    lesson::require_same("cells",
                         lesson::compare(expected, d_out.download()));
    lesson::require("writes stay inside out", d_out.damage().empty(),
                    "nothing outside is written", d_out.damage());
  }
}

int main() { return lesson::run_judge("flat_index", judge); }
