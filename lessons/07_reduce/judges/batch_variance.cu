// Judges exercise 7.3: rows of many lengths, and rows whose mean is far
// larger than their spread.
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void batch_variance(const float* d_in, int rows, int cols,
                    float* d_means, float* d_variances);

// Mean and variance of each row in float64, two passes.
void reference(const std::vector<float>& in, int rows, int cols,
               std::vector<double>* means,
               std::vector<double>* variances) {
  for (int row = 0; row < rows; ++row) {
    double sum = 0, squares = 0;
    for (int col = 0; col < cols; ++col) sum += in[row * cols + col];
    const double mean = sum / cols;
    for (int col = 0; col < cols; ++col) {
      const double distance = in[row * cols + col] - mean;
      squares += distance * distance;
    }
    means->push_back(mean);
    variances->push_back(squares / cols);
  }
}

void judge_matrix(const std::string& what, const std::vector<float>& in,
                  int rows, int cols) {
  lesson::begin_case(std::to_string(rows) + " x " +
                     std::to_string(cols) + ", " + what);
  std::vector<double> means, variances;
  reference(in, rows, cols, &means, &variances);
  gpu::GuardedBuffer<float> d_in(in);
  gpu::GuardedBuffer<float> d_means(rows, gpu::Before::kUnwritten);
  gpu::GuardedBuffer<float> d_variances(rows, gpu::Before::kUnwritten);
  batch_variance(d_in.data(), rows, cols, d_means.data(),
                 d_variances.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  // At most 300 additions in a row, each off by 2^-24; rows near 1000
  // keep 3 digits of (x - mean).
  lesson::require_same(
      "means",
      lesson::compare_near(means, d_means.download(), 2e-5, 1e-6));
  lesson::require_same(
      "variances", lesson::compare_near(
                       variances, d_variances.download(), 2e-3, 1e-6));
  lesson::require("writes stay inside means", d_means.damage().empty(),
                  "nothing outside is written", d_means.damage());
  lesson::require("writes stay inside variances",
                  d_variances.damage().empty(),
                  "nothing outside is written", d_variances.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  const int shapes[][2] = {{0, 4},    {1, 1},  {2, 31},  {3, 32},
                           {2, 33},   {3, 97}, {2, 256}, {2, 257},
                           {5, 1000}, {40, 13}};
  for (const auto& shape : shapes) {
    const int rows = shape[0], cols = shape[1];
    const size_t n = static_cast<size_t>(rows) * cols;
    judge_matrix("all 3", std::vector<float>(n, 3), rows, cols);
    judge_matrix("random", random.floats(n, -1, 1), rows, cols);
    judge_matrix("near 1000", random.floats(n, 999, 1001), rows, cols);
  }
}

int main() { return lesson::run_judge("batch_variance", judge); }
