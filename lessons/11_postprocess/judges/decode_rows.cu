// Judges exercise 11.2: few and many classes, ties, rows exactly at the
// threshold, lists with room and without, and what the loads cost.
#include <algorithm>
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "lesson/judge.h"

struct Found {
  int row, label;
  float confidence;
};

// The learner's.
void decode_rows(const float* d_rows, int n, int classes,
                 float threshold, Found* d_list, int capacity,
                 int* d_count);

std::vector<Found> reference(const std::vector<float>& rows,
                             int classes, float threshold) {
  std::vector<Found> found;
  const int columns = 5 + classes;
  for (size_t i = 0; i < rows.size() / columns; ++i) {
    const float* scores = &rows[i * columns + 5];
    const float* best = std::max_element(scores, scores + classes);
    const float confidence = rows[i * columns + 4] * *best;
    if (confidence < threshold) continue;
    found.push_back({int(i), int(best - scores), confidence});
  }
  return found;
}

// Eighths and quarters: products are exact, and equal often.
std::vector<float> random_rows(gpu::Random& random, int n,
                               int classes) {
  std::vector<float> rows;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) {
      rows.push_back(random.uniform(1, 640));  // no score
    }
    rows.push_back(random.integer(0, 8) / 8.0f);
    for (int k = 0; k < classes; ++k) {
      rows.push_back(random.integer(0, 4) / 4.0f);
    }
  }
  return rows;
}

std::string text(const Found& f) {
  return lesson::format("row %d, class %d, confidence %g", f.row,
                        f.label, f.confidence);
}

// The first entry of list that is no candidate, or occurs twice.
std::string first_fault(const std::vector<Found>& list,
                        const std::vector<Found>& expected) {
  std::vector<int> rows;
  for (size_t k = 0; k < list.size(); ++k) {
    const Found& f = list[k];
    const std::string slot = "slot " + std::to_string(k) + " holds ";
    const auto at =
        std::find_if(expected.begin(), expected.end(),
                     [&](const Found& e) { return e.row == f.row; });
    if (at == expected.end()) return slot + text(f) + ", no candidate";
    if (text(*at) != text(f)) {
      return slot + text(f) + "; it is " + text(*at);
    }
    if (std::count(rows.begin(), rows.end(), f.row) > 0) {
      return slot + text(f) + " again";
    }
    rows.push_back(f.row);
  }
  return "";
}

void judge_rows(const std::vector<float>& rows, int classes,
                int capacity) {
  const float threshold = 0.25f;
  const int n = int(rows.size() / (5 + classes));
  lesson::begin_case(lesson::format("n = %d, classes = %d, capacity %d",
                                    n, classes, capacity));
  const std::vector<Found> expected =
      reference(rows, classes, threshold);
  gpu::GuardedBuffer<float> d_rows(rows);
  gpu::GuardedBuffer<Found> d_list(capacity);
  gpu::GuardedBuffer<int> d_count(1, gpu::Before::kUnwritten);
  decode_rows(d_rows.data(), n, classes, threshold, d_list.data(),
              capacity, d_count.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  const int count = d_count.download()[0];
  lesson::require("count", count == int(expected.size()),
                  std::to_string(expected.size()),
                  std::to_string(count));
  std::vector<Found> list = d_list.download();
  list.resize(std::min(list.size(), expected.size()));
  const std::string fault = first_fault(list, expected);
  lesson::require("the list", fault.empty(),
                  "each slot holds another candidate", fault);
  lesson::require("writes stay inside list", d_list.damage().empty(),
                  "nothing outside is written", d_list.damage());
}

// 1,024 rows, of which one has found something: 32 warps read
// objectness, a sector a lane, and one of them a row's classes. With
// every class of every row it is some 10,000 sectors.
void judge_cost() {
  const int n = 1024, classes = 80;
  std::vector<float> rows(n * (5 + classes), 0.01f);
  for (const int k : {4, 30}) rows[100 * (5 + classes) + k] = 0.9f;
  lesson::begin_case("one row of 1,024 has found something, cost");
  gpu::GuardedBuffer<float> d_rows(rows);
  gpu::GuardedBuffer<Found> d_list(n);
  gpu::GuardedBuffer<int> d_count(1, gpu::Before::kUnwritten);
  gpu::ProfileScope scope;
  decode_rows(d_rows.data(), n, classes, 0.25f, d_list.data(), n,
              d_count.data());
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) return;
  lesson::require_at_most("sectors of global memory", counts.sectors,
                          2000);
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : lesson::edge_sizes()) {
    for (const int classes : {1, 7}) {
      const auto rows = random_rows(random, n, classes);
      judge_rows(rows, classes, n);
      judge_rows(rows, classes, n / 8);
      judge_rows(rows, classes, 0);
    }
  }
  judge_rows(random_rows(random, 100, 80), 80, 100);
  judge_cost();
}

int main() { return lesson::run_judge("decode_rows", judge); }
