// Judges exercise 11.3: chains, in which one pass goes wrong, crowds,
// several labels, overlaps exactly at the limit, up to 1,024 boxes.
#include <algorithm>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void nms_greedy(const float* d_boxes, const int* d_labels, int n,
                float overlap, unsigned* d_mask, int* d_keep);

struct Boxes {
  std::vector<float> edges;  // (n, 4), whole numbers
  std::vector<int> labels;   // (n)
  int n() const { return int(labels.size()); }
  void add(int left, int top, int width, int height, int label) {
    edges.insert(edges.end(),
                 {float(left), float(top), float(left + width),
                  float(top + height)});
    labels.push_back(label);
  }
};

// Areas are whole numbers and `overlap` is a sum of few powers of two:
// nothing is rounded here.
bool overlap_more(const float* p, const float* q, double overlap) {
  const double width = std::min(p[2], q[2]) - std::max(p[0], q[0]);
  const double height = std::min(p[3], q[3]) - std::max(p[1], q[1]);
  if (width <= 0 || height <= 0) return false;
  const double covered = (p[2] - p[0]) * (p[3] - p[1]) +
                         (q[2] - q[0]) * (q[3] - q[1]) - width * height;
  return width * height > overlap * covered;
}

std::vector<int> reference(const Boxes& boxes, double overlap) {
  std::vector<int> keep;
  for (int j = 0; j < boxes.n(); ++j) {
    bool stays = true;
    for (int i = 0; i < j && stays; ++i) {
      const bool rival = keep[i] && boxes.labels[i] == boxes.labels[j];
      stays = !(rival && overlap_more(&boxes.edges[4 * i],
                                      &boxes.edges[4 * j], overlap));
    }
    keep.push_back(stays);
  }
  return keep;
}

void judge_boxes(const std::string& what, const Boxes& boxes,
                 float overlap) {
  const int n = boxes.n();
  lesson::begin_case(
      lesson::format("n = %d, %s, overlap ", n, what.c_str()) +
      lesson::show(overlap));
  gpu::GuardedBuffer<float> d_edges(boxes.edges);
  gpu::GuardedBuffer<int> d_labels(boxes.labels), d_keep(n);
  gpu::GuardedBuffer<unsigned> d_mask(size_t(n) * 32,
                                      gpu::Before::kUnwritten);
  nms_greedy(d_edges.data(), d_labels.data(), n, overlap, d_mask.data(),
             d_keep.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same(
      "keep",
      lesson::compare(reference(boxes, overlap), d_keep.download()));
  lesson::require("writes stay inside keep", d_keep.damage().empty(),
                  "nothing outside is written", d_keep.damage());
  lesson::require("writes stay inside mask", d_mask.damage().empty(),
                  "nothing outside is written", d_mask.damage());
}

// Each overlaps the next by 70 of 130, and the one after it by 40 of
// 160.
Boxes chain(int n) {
  Boxes boxes;
  for (int i = 0; i < n; ++i) boxes.add(30 * i, 0, 100, 10, 1);
  return boxes;
}

// Neighbours share half of what they cover, exactly.
Boxes at_limit(int n) {
  Boxes boxes;
  for (int i = 0; i < n; ++i) boxes.add(10 * i, 5, 30, 8, 1);
  return boxes;
}

Boxes crowd(gpu::Random& random, int n, int labels) {
  Boxes boxes;
  const int side = 10 + n / 4;
  for (int i = 0; i < n; ++i) {
    boxes.add(random.integer(0, side), random.integer(0, 40),
              random.integer(15, 40), random.integer(15, 40),
              random.integer(1, labels));
  }
  return boxes;
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  judge_boxes("a chain", chain(3), 0.5f);
  for (const int n : {0, 1, 2, 31, 32, 33, 97, 257, 1024}) {
    judge_boxes("a chain", chain(n), 0.5f);
    judge_boxes("at the limit", at_limit(n), 0.5f);
    judge_boxes("one label", crowd(random, n, 1), 0.4375f);
    judge_boxes("three labels", crowd(random, n, 3), 0.25f);
  }
  judge_boxes("one place", crowd(random, 5, 1), 0.0f);
}

int main() { return lesson::run_judge("nms_greedy", judge); }
