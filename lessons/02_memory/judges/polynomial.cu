// Judges exercise 2.3: every degree, fresh coefficients at each call.
#include <cmath>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void polynomial(const float* h_coefficients, int degree,
                const float* d_x, float* d_y, int n);

constexpr int kMaxDegree = 15;

double reference(const std::vector<float>& coefficients, double x) {
  double value = 0;
  for (size_t k = coefficients.size(); k-- > 0;) {
    value = value * x + coefficients[k];
  }
  return value;
}

void judge_size(gpu::Random& random, int degree, int n) {
  lesson::begin_case(lesson::format("degree %d, n = %d", degree, n));
  const std::vector<float> coefficients =
      random.floats(degree + 1, 1, 2);
  const std::vector<float> x = random.floats(n, -1, 1);
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i) {
    expected[i] = reference(coefficients, x[i]);
  }
  gpu::GuardedBuffer<float> d_x(x), d_y(n, gpu::Before::kUnwritten);
  polynomial(coefficients.data(), degree, d_x.data(), d_y.data(), n);
  CUDA_CHECK(cudaDeviceSynchronize());
  // |x| <= 1 and coefficients below 2: each of the degree + 1 rounds
  // is off by two roundings of at most 2 (degree + 1).
  const double terms = degree + 1;
  lesson::require_same("y",
                       lesson::compare_near(expected, d_y.download(), 0,
                                            4 * terms * terms * 6e-8));
  lesson::require_same("x is left as it was",
                       lesson::compare(x, d_x.download()));
  lesson::require("writes stay inside y", d_y.damage().empty(),
                  "nothing outside is written", d_y.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) judge_size(random, 3, n);
  // From many coefficients to few and back: none may be left over.
  for (int degree = kMaxDegree; degree >= 0; --degree) {
    judge_size(random, degree, 100);
  }
  for (int degree = 0; degree <= kMaxDegree; ++degree) {
    judge_size(random, degree, 100);
  }
}

int main() { return lesson::run_judge("polynomial", judge); }
