// Judges exercise 7.2: ties, large and negative numbers, rows shorter
// and longer than a warp.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

void argmin_rows(const float* d_in, int rows, int cols,
                 int* d_columns);  // the learner's

void judge_matrix(const std::string& what, const std::vector<float>& in,
                  int rows, int cols) {
  lesson::begin_case(std::to_string(rows) + " x " +
                     std::to_string(cols) + ", " + what);
  std::vector<int> expected;
  for (int row = 0; row < rows; ++row) {
    const auto begin = in.begin() + row * cols;
    expected.push_back(static_cast<int>(
        std::min_element(begin, begin + cols) - begin));
  }
  gpu::GuardedBuffer<float> d_in(in);
  gpu::GuardedBuffer<int> d_columns(rows);
  argmin_rows(d_in.data(), rows, cols, d_columns.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same("column of each row's first minimum",
                       lesson::compare(expected, d_columns.download()));
  lesson::require("writes stay inside columns",
                  d_columns.damage().empty(),
                  "nothing outside is written", d_columns.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  const int shapes[][2] = {{0, 5},   {1, 1},   {3, 31},
                           {4, 32},  {5, 33},  {7, 80},
                           {1, 257}, {33, 64}, {101, 97}};
  for (const auto& shape : shapes) {
    const int rows = shape[0], cols = shape[1];
    const size_t n = static_cast<size_t>(rows) * cols;
    judge_matrix("positive", random.floats(n, 1, 100), rows, cols);
    judge_matrix("many ties", random.whole_floats(n, -2, 2), rows,
                 cols);
    judge_matrix("all equal", std::vector<float>(n, 7), rows, cols);
    judge_matrix("very large", random.floats(n, FLT_MAX / 4, FLT_MAX),
                 rows, cols);
    judge_matrix("all infinite", std::vector<float>(n, INFINITY), rows,
                 cols);
  }
}

int main() { return lesson::run_judge("argmin_rows", judge); }
