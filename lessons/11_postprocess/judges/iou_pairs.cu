// Judges exercise 11.1: boxes that meet, touch, contain each other, lie
// apart in one direction or in both, and have no area.
#include <algorithm>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void iou_pairs(const float* d_a, const float* d_b, int n, float* d_out);

// Edges are whole numbers, so areas are exact; a division, or a
// multiplication by a reciprocal, rounds.
constexpr double kRelTol = 1e-6;

double reference(const float* p, const float* q) {
  const double width =
      std::min(p[2], q[2]) - double(std::max(p[0], q[0]));
  const double height =
      std::min(p[3], q[3]) - double(std::max(p[1], q[1]));
  if (width <= 0 || height <= 0) return 0;
  const double p_area = (p[2] - p[0]) * (p[3] - p[1]);
  const double q_area = (q[2] - q[0]) * (q[3] - q[1]);
  return width * height / (p_area + q_area - width * height);
}

void judge_boxes(const std::string& what, const std::vector<float>& a,
                 const std::vector<float>& b) {
  const int n = int(a.size() / 4);
  lesson::begin_case("n = " + std::to_string(n) + ", " + what);
  std::vector<double> expected;
  for (int i = 0; i < n; ++i) {
    expected.push_back(reference(&a[4 * i], &b[4 * i]));
  }
  gpu::GuardedBuffer<float> d_a(a), d_b(b), d_out(n);
  iou_pairs(d_a.data(), d_b.data(), n, d_out.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same(
      "out",
      lesson::compare_near(expected, d_out.download(), kRelTol, 0));
  lesson::require("writes stay inside out", d_out.damage().empty(),
                  "nothing outside is written", d_out.damage());
}

std::vector<float> boxes(gpu::Random& random, int n, int most) {
  std::vector<float> all;
  for (int i = 0; i < n; ++i) {
    const int left = random.integer(-20, 60);
    const int top = random.integer(-20, 60);
    all.insert(all.end(), {float(left), float(top),
                           float(left + random.integer(0, most)),
                           float(top + random.integer(0, most))});
  }
  return all;
}

void judge() {
  judge_boxes("the same", {0, 0, 4, 2}, {0, 0, 4, 2});
  judge_boxes("half of each", {0, 0, 4, 2}, {2, 0, 6, 2});
  judge_boxes("one in the other", {0, 0, 4, 4}, {1, 1, 3, 3});
  judge_boxes("edge to edge", {0, 0, 4, 2}, {4, 0, 8, 2});
  judge_boxes("apart in x", {0, 0, 4, 2}, {7, 0, 9, 2});
  judge_boxes("apart in y", {0, 0, 4, 2}, {0, 5, 4, 9});
  judge_boxes("apart in x and y", {0, 0, 4, 2}, {9, 9, 12, 12});
  judge_boxes("two points", {3, 3, 3, 3}, {3, 3, 3, 3});
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    const std::vector<float> a = boxes(random, n, 60);
    judge_boxes("large", a, boxes(random, n, 60));
    judge_boxes("small", a, boxes(random, n, 5));
    judge_boxes("themselves", a, a);
  }
}

int main() { return lesson::run_judge("iou_pairs", judge); }
