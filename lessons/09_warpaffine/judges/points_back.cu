// Judges exercise 9.1: wide, tall and tiny pictures, points inside and
// in the margins.
#include <algorithm>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void points_back(const float* d_points, float* d_out, int n, int width,
                 int height, int side);

// Positions up to 5,000 in float32, a few roundings of 2.4e-4 each.
constexpr double kPixelTol = 1e-2;

double back(double at, int length, double scale, int side) {
  const double middle = (side - 1) / 2.0;
  const double from = (at - middle) / scale + (length - 1) / 2.0;
  return std::min(std::max(from, 0.0), length - 1.0);
}

void judge_shape(gpu::Random& random, int n, int width, int height,
                 int side) {
  lesson::begin_case(lesson::format("n = %d, %d x %d from %d x %d", n,
                                    width, height, side, side));
  const std::vector<float> points = random.floats(2 * n, -2, side + 2);
  const double scale =
      std::min(double(side) / width, double(side) / height);
  std::vector<double> expected;
  for (int i = 0; i < n; ++i) {
    expected.push_back(back(points[2 * i], width, scale, side));
    expected.push_back(back(points[2 * i + 1], height, scale, side));
  }
  gpu::GuardedBuffer<float> d_points(points), d_out(2 * n);
  points_back(d_points.data(), d_out.data(), n, width, height, side);
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same(
      "out",
      lesson::compare_near(expected, d_out.download(), 0, kPixelTol));
  lesson::require("writes stay inside out", d_out.damage().empty(),
                  "nothing outside is written", d_out.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    judge_shape(random, n, 1280, 720, 640);
  }
  const int shapes[][3] = {
      {64, 48, 32},    {48, 64, 32},    {1, 1, 32},  {33, 77, 64},
      {500, 333, 640}, {480, 270, 160}, {40, 40, 40}};
  for (const auto& s : shapes) {
    judge_shape(random, 100, s[0], s[1], s[2]);
  }
  for (int k = 0; k < 10; ++k) {
    const int width = random.integer(1, 2000);
    const int height = random.integer(width / 2 + 1, 2000);
    judge_shape(random, 50, width, height, random.integer(300, 700));
  }
}

int main() { return lesson::run_judge("points_back", judge); }
