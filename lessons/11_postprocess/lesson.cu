// Lesson 11, postprocess: a network's numbers become boxes.
//
// What to notice: most rows are nothing, and a thread should find that
// out by one load; the list they leave is short, but its order and its
// end are chance until something gives them a rule; and "the better box
// suppresses the other" is an order of events, which one pass of
// independent threads does not have.
//
// This file: the rows, decoding, and the way back into the picture.
#include <algorithm>
#include <cmath>

#include "cuda/profile.h"
#include "cuda/timing.h"
#include "labels.h"
#include "steps.h"

// ---- kernels ----

struct Best {
  int label;
  float score;
};

// Of (kClasses) scores; the first of equals.
__device__ Best best_class(const float* scores) {
  Best best = {0, scores[0]};
  for (int label = 1; label < kClasses; ++label) {
    if (scores[label] > best.score) best = {label, scores[label]};
  }
  return best;
}

// values is (rows, kColumns), list is (room); *count starts as 0.
__global__ void decode_kernel(const float* values, int rows,
                              float confidence, Target target,
                              Candidate* list, int room, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  const float* row = values + size_t(i) * kColumns;
  const float objectness = row[kObjectness];
  if (!(objectness >= confidence)) return;  // a NaN goes, too
  const Best best = best_class(row + kObjectness + 1);
  const float product = objectness * best.score;
  if (!(product >= confidence)) return;
  const int slot = atomicAdd(count, 1);
  if (slot >= room) return;  // counted, not stored
  list[slot] = {box_back(target, box_of(row)), product, best.label, i};
}

// The same list; the classes of every row are read.
__global__ void decode_all_kernel(const float* values, int rows,
                                  float confidence, Target target,
                                  Candidate* list, int room,
                                  int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  const float* row = values + size_t(i) * kColumns;
  const Best best = best_class(row + kObjectness + 1);
  const float product = row[kObjectness] * best.score;
  if (!(product >= confidence)) return;
  const int slot = atomicAdd(count, 1);
  if (slot >= room) return;
  list[slot] = {box_back(target, box_of(row)), product, best.label, i};
}

// boxes is (n), in the network's pixels; both results are (n).
__global__ void restore_kernel(const Box* boxes, int n, Target target,
                               Box* by_edges, Box* by_centres) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Box box = boxes[i];
  by_edges[i] = box_back(target, box);
  const Point from = apply(target.to_picture, box.left, box.top);
  const Point to = apply(target.to_picture, box.right, box.bottom);
  by_centres[i] = {from.x, from.y, to.x, to.y};
}

// ---- launchers ----

using DecodeKernel = void (*)(const float*, int, float, Target,
                              Candidate*, int, int*);

void decode_by(DecodeKernel kernel, const DeviceOutput& output,
               float confidence, DeviceList& found) {
  kernel<<<ceil_div(output.rows, kThreads), kThreads>>>(
      output.values.data(), output.rows, confidence, output.target,
      found.items.data(), found.room, found.count.data());
  CUDA_CHECK(cudaGetLastError());
}

void clear(DeviceList& list) {
  CUDA_CHECK(cudaMemsetAsync(list.count.data(), 0, sizeof(int)));
}

void decode_uncleared(const DeviceOutput& output, float confidence,
                      DeviceList& found) {
  decode_by(decode_kernel, output, confidence, found);
}

void decode(const DeviceOutput& output, float confidence,
            DeviceList& found) {
  clear(found);  // else the last picture's candidates count, too
  decode_uncleared(output, confidence, found);
}

// ---- steps ----

// Two rows: the one with the largest product, and of those that fail
// the threshold of objectness the one with the largest.
std::vector<int> telling_rows(const NetworkOutput& output) {
  int best = 0, fails = 0;
  float best_product = -1, best_failing = -1;
  for (int i = 0; i < output.rows(); ++i) {
    const float* row = &output.values[size_t(i) * kColumns];
    const float objectness = row[kObjectness];
    if (objectness < kConfidence && objectness > best_failing) {
      fails = i;
      best_failing = objectness;
    }
    if (objectness < kConfidence) continue;
    const float product =
        objectness * *std::max_element(row + 5, row + kColumns);
    if (product <= best_product) continue;
    best = i;
    best_product = product;
  }
  return {best, fails};
}

void step_input() {
  const NetworkOutput& output = network_output();
  lesson::Table table(
      {"row", "centre", "size", "objectness", "best class", "score"});
  for (const int i : telling_rows(output)) {
    const float* row = &output.values[size_t(i) * kColumns];
    const float* best = std::max_element(row + 5, row + kColumns);
    table.row(i, lesson::format("%g, %g", row[0], row[1]),
              lesson::format("%g x %g", row[2], row[3]),
              lesson::format("%.3f", row[kObjectness]),
              kLabels[best - (row + 5)], lesson::format("%.3f", *best));
  }
  table.show(
      "the most certain row, and one that is not certain enough");
  lesson::check("rows: 3 * (80 * 80 + 40 * 40 + 20 * 20)", 25200,
                output.rows());
}

void step_reference() {
  const NetworkOutput& output = network_output();
  int likely = 0;
  for (int i = 0; i < output.rows(); ++i) {
    const float* row = &output.values[size_t(i) * kColumns];
    likely += row[kObjectness] >= kConfidence;
  }
  const Candidates found = reference_decode(output, kConfidence);
  const Candidates kept = reference_nms(found, kOverlap);
  lesson::Table table({"", "how many"});
  table.row("rows", output.rows());
  table.row("of objectness 0.25 or more", likely);
  table.row("of confidence 0.25 or more", found.size());
  table.row("left by suppression", kept.size());
  table.show("the way of the rows, on the host");
  if (output.objects.empty()) return;
  lesson::check("objects in the scene", output.objects.size(),
                kept.size());
}

void step_restore() {
  const std::vector<Box> boxes = {
      {0, 140, 640, 500}, {320, 320, 360, 340}, {-6, 480, 30, 520}};
  const int n = int(boxes.size());
  gpu::DeviceBuffer<Box> d_boxes(boxes), d_edges(n), d_centres(n);
  restore_kernel<<<1, kWarp>>>(d_boxes.data(), n,
                               target_for({1280, 720}), d_edges.data(),
                               d_centres.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<Box> edges = d_edges.download();
  const std::vector<Box> centres = d_centres.download();
  const auto text = [](const Box& b) {
    return lesson::format("%g %g %g %g", b.left, b.top, b.right,
                          b.bottom);
  };
  lesson::Table table({"in the network", "matrix alone", "by edges"});
  for (int i = 0; i < n; ++i) {
    table.row(text(boxes[i]), text(centres[i]), text(edges[i]));
  }
  table.show("left, top, right, bottom, in a picture of 1280 x 720");
  lesson::check("the whole picture", "0 0 1280 720", text(edges[0]));
  lesson::check("a box inside", "640 360 720 400", text(edges[1]));
  lesson::check("clipped to the picture", "0 680 60 720",
                text(edges[2]));
}

Candidates by_row(Candidates list) {
  std::sort(list.begin(), list.end(),
            [](const Candidate& a, const Candidate& b) {
              return a.row < b.row;
            });
  return list;
}

void step_decode() {
  const NetworkOutput& output = network_output();
  const DeviceOutput d_output(output);
  DeviceList found(output.rows());
  decode(d_output, kConfidence, found);
  check_candidates("candidates, sorted by row",
                   reference_decode(output, kConfidence),
                   by_row(found.download()));
}

// One row of a table: counts on the cpu backend, time on a GPU.
template <class Work>
void show_cost(lesson::Table& table, const std::string& name,
               Work work) {
  if (lesson::on_gpu()) {
    table.row(name,
              lesson::format("%.4f", gpu::time_work(work).median_ms));
    return;
  }
  gpu::ProfileScope scope;
  work();
  const gpu::Counts c = scope.stop();
  if (c.counted) {
    table.row(name, c.requests, c.sectors);
  } else {
    table.row(name, "-", "-");  // the fast build counts nothing
  }
}

void step_objectness_first() {
  const DeviceOutput d_output(network_output());
  DeviceList all(d_output.rows), early(d_output.rows);
  std::vector<std::string> columns = {"", "requests", "sectors"};
  if (lesson::on_gpu()) columns = {"", "ms"};
  lesson::Table table(columns);
  show_cost(table, "every row's classes", [&] {
    clear(all);
    decode_by(decode_all_kernel, d_output, kConfidence, all);
  });
  show_cost(table, "objectness first",
            [&] { decode(d_output, kConfidence, early); });
  table.show("25,200 rows of 340 bytes");
  check_candidates("the same candidates", by_row(all.download()),
                   by_row(early.download()));
}

int main(int argc, char** argv) {
  lesson::Program program;
  program.step("input", "25,200 rows of 85", step_input);
  program.step("reference", "On the host first", step_reference);
  program.step("restore", "Back into the picture", step_restore);
  program.step("decode", "A thread a row", step_decode);
  program.step("objectness_first", "Objectness first",
               step_objectness_first);
  program.step("capacity", "A list that is too short", step_capacity);
  program.step("rank", "The best 1,024, in order", step_rank);
  program.step("iou", "How much two boxes overlap", step_iou);
  program.step("one_pass", "Suppression in one pass", step_one_pass);
  program.step("chain", "A, B and C", step_chain);
  program.step("mask", "Who would suppress whom", step_mask);
  program.step("sweep", "One warp decides", step_sweep);
  program.step("classes", "Within a class", step_classes);
  program.step("pipeline", "From rows to boxes", step_pipeline);
  program.step("softmax_overflow", "Softmax by the formula",
               step_softmax_overflow);
  program.step("softmax", "Softmax, a warp a row", step_softmax);
  program.step("wrong_not_cleared", "Wrong: a counter cleared once",
               step_wrong_not_cleared);
  program.step("wrong_ties", "Wrong: equals suppress each other",
               step_wrong_ties);
  program.step("wrong_flags", "Wrong: flags of others, read too early",
               step_wrong_flags);
  return program.run(argc, argv);
}
