// Lesson 11, non-maximum suppression: of the many boxes round an object
// one stays.
#include <algorithm>
#include <cmath>

#include "labels.h"
#include "steps.h"

// ---- kernels ----

// pairs is (2 n): boxes 2 i and 2 i + 1 are compared. out is (n).
__global__ void iou_kernel(const Box* pairs, int n, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = iou(pairs[2 * i], pairs[2 * i + 1]);
}

// list is (room), in any order; keep is (room).
__global__ void nms_one_pass_kernel(const Candidate* list,
                                    const int* count, int room,
                                    float overlap, int* keep) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = min(*count, room);
  if (i >= n) return;
  const Candidate mine = list[i];
  int stays = 1;
  for (int j = 0; j < n; ++j) {
    if (list[j].label != mine.label) continue;
    if (!better(list[j], mine)) continue;
    if (iou(list[j].box, mine.box) > overlap) stays = 0;
  }
  keep[i] = stays;
}

// list is best first. mask is (n, kWords): bit j of row i says that j
// goes if i stays. A warp takes a row.
__global__ void mask_kernel(const Candidate* list, const int* count,
                            float overlap, unsigned* mask) {
  const int lane = threadIdx.x;
  const int i = blockIdx.x * blockDim.y + threadIdx.y;
  const int n = min(*count, kCapacity);
  if (i >= n) return;  // the whole warp
  unsigned word_of_lane = 0;
  for (int word = i / kWarp; word * kWarp < n; ++word) {
    const int j = word * kWarp + lane;
    const bool goes = j > i && j < n &&
                      list[j].label == list[i].label &&
                      iou(list[i].box, list[j].box) > overlap;
    const unsigned bits = __ballot_sync(kAllLanes, goes);
    if (lane == word) word_of_lane = bits;
  }
  mask[i * kWords + lane] = word_of_lane;
}

// One warp. kept gets those of list that stay, in their order.
__global__ void sweep_kernel(const Candidate* list, const int* count,
                             const unsigned* mask, Candidate* kept,
                             int* kept_count) {
  const int lane = threadIdx.x;
  const int n = min(*count, kCapacity);
  unsigned gone = 0;  // one bit for each of 32 candidates
  int stay = 0;
  for (int i = 0; i < n; ++i) {
    const unsigned word = __shfl_sync(kAllLanes, gone, i / kWarp);
    if (word >> i % kWarp & 1) continue;  // the same for all lanes
    gone |= mask[i * kWords + lane];
    if (lane == 0) kept[stay] = list[i];
    ++stay;
  }
  if (lane == 0) *kept_count = stay;
}

// ---- launchers ----

void nms_one_pass(const DeviceList& list, float overlap,
                  gpu::DeviceBuffer<int>& keep) {
  const int blocks = std::max(1, ceil_div(list.room, kThreads));
  nms_one_pass_kernel<<<blocks, kThreads>>>(
      list.items.data(), list.count.data(), list.room, overlap,
      keep.data());
  CUDA_CHECK(cudaGetLastError());
}

void make_mask(const DeviceList& list, float overlap, Mask& mask) {
  const dim3 block(kWarp, 8);
  mask_kernel<<<ceil_div(kCapacity, block.y), block>>>(
      list.items.data(), list.count.data(), overlap, mask.words.data());
  CUDA_CHECK(cudaGetLastError());
}

void sweep(const DeviceList& list, const Mask& mask, DeviceList& kept) {
  sweep_kernel<<<1, kWarp>>>(list.items.data(), list.count.data(),
                             mask.words.data(), kept.items.data(),
                             kept.count.data());
  CUDA_CHECK(cudaGetLastError());
}

void nms_greedy(const DeviceList& list, float overlap, Mask& mask,
                DeviceList& kept) {
  make_mask(list, overlap, mask);
  sweep(list, mask, kept);
}

// ---- steps ----

struct Pair {
  const char* what;
  Box a, b;
  float expected;
};

void step_iou() {
  const std::vector<Pair> pairs = {
      {"the same", {0, 0, 10, 10}, {0, 0, 10, 10}, 1},
      {"half of each", {0, 0, 10, 10}, {5, 0, 15, 10}, 1 / 3.0f},
      {"one in the other", {0, 0, 10, 10}, {2, 2, 7, 7}, 0.25f},
      {"edge to edge", {0, 0, 10, 10}, {10, 0, 20, 10}, 0},
      {"apart in x and y", {0, 0, 10, 10}, {30, 30, 50, 50}, 0},
      {"two points", {3, 3, 3, 3}, {3, 3, 3, 3}, 0}};
  std::vector<Box> boxes;
  std::vector<float> expected;
  for (const Pair& pair : pairs) {
    boxes.insert(boxes.end(), {pair.a, pair.b});
    expected.push_back(pair.expected);
  }
  gpu::DeviceBuffer<Box> d_boxes(boxes);
  gpu::DeviceBuffer<float> d_out(pairs.size());
  iou_kernel<<<1, kWarp>>>(d_boxes.data(), int(pairs.size()),
                           d_out.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<float> got = d_out.download();
  lesson::Table table({"two boxes", "overlap"});
  for (size_t k = 0; k < pairs.size(); ++k) {
    table.row(pairs[k].what, got[k]);
  }
  table.show("intersection over union");
  lesson::check_same("as by hand, to the last rounding",
                     lesson::compare_near(expected, got, 0x1p-23, 0));
}

Candidates kept_by_one_pass(const DeviceList& list) {
  gpu::DeviceBuffer<int> keep(list.room);
  nms_one_pass(list, kOverlap, keep);
  const Candidates all = list.download();
  const std::vector<int> flags = keep.download();
  Candidates kept;
  for (size_t i = 0; i < all.size(); ++i) {
    if (flags[i]) kept.push_back(all[i]);
  }
  return kept;
}

// What the course's variant means: nobody better covers it, kept or
// not.
Candidates reference_one_pass(const Candidates& list) {
  Candidates kept;
  for (const Candidate& c : list) {
    Candidates pair = {c, c};
    const bool covered =
        std::any_of(list.begin(), list.end(), [&](const Candidate& b) {
          if (!better(b, c)) return false;
          pair[0] = b;
          return reference_nms(pair, kOverlap).size() == 1;
        });
    if (!covered) kept.push_back(c);
  }
  return kept;
}

// Candidates at the usual threshold, best first.
Candidates usual_candidates() {
  return reference_sorted(
      reference_decode(network_output(), kConfidence));
}

void step_one_pass() {
  const Candidates list = usual_candidates();
  const DeviceList d_list(list);
  const Candidates kept = kept_by_one_pass(d_list);
  check_candidates("boxes that nobody better covers",
                   reference_one_pass(list), kept);
  const Candidates greedy = reference_nms(list, kOverlap);
  lesson::Table table({"", "boxes"});
  table.row("candidates", list.size());
  table.row("after one pass", kept.size());
  table.row("after greedy suppression", greedy.size());
  table.show("how many are left");
}

// Three boxes of 100 x 100, side by side, 30 pixels apart.
Candidates chain() {
  return {{{0, 0, 100, 100}, 0.9f, 0, 0},
          {{30, 0, 130, 100}, 0.8f, 0, 1},
          {{60, 0, 160, 100}, 0.7f, 0, 2}};
}

std::string letters(const Candidates& list) {
  std::string text;
  for (const Candidate& c : list) {
    text += (text.empty() ? "" : " ") + std::string(1, 'A' + c.row);
  }
  return text;
}

Candidates kept_by_sweep(const DeviceList& list, float overlap) {
  Mask mask;
  DeviceList kept(kCapacity);
  nms_greedy(list, overlap, mask, kept);
  return kept.download();
}

void step_chain() {
  lesson::ask(
      {"A (0.9) covers B (0.8) by 0.54, B covers C (0.7) by "
       "0.54, A covers C by 0.25. Which stay at 0.45?",
       {"A", "A and C", "that depends"},
       2,
       "B goes because of A. If only boxes that stay may "
       "suppress others, C stays; if each may, C goes."});
  const Candidates list = chain();
  const DeviceList d_list(list);
  lesson::Table table({"overlap of", "is"});
  table.row("A and B", iou(list[0].box, list[1].box));
  table.row("B and C", iou(list[1].box, list[2].box));
  table.row("A and C", iou(list[0].box, list[2].box));
  table.show("three boxes of one class");
  lesson::check("one pass keeps", "A",
                letters(kept_by_one_pass(d_list)));
  lesson::check("greedy suppression keeps", "A C",
                letters(kept_by_sweep(d_list, kOverlap)));
}

void step_mask() {
  const DeviceList list(chain());
  Mask mask;
  make_mask(list, kOverlap, mask);
  std::vector<unsigned> row_starts(3);
  CUDA_CHECK(cudaMemcpy2D(row_starts.data(), sizeof(unsigned),
                          mask.words.data(), kWords * sizeof(unsigned),
                          sizeof(unsigned), 3, cudaMemcpyDeviceToHost));
  lesson::Table table({"if this stays", "C goes", "B goes", "A goes"});
  for (int i = 0; i < 3; ++i) {
    const unsigned bits = row_starts[i];
    table.row(std::string(1, char('A' + i)), bits >> 2 & 1,
              bits >> 1 & 1, bits & 1);
  }
  table.show("the first bits of three rows, bit 0 on the right");
  lesson::check_same("A: 010, B: 100, C: 000",
                     lesson::compare({2u, 4u, 0u}, row_starts));
}

void step_sweep() {
  const Candidates list = usual_candidates();
  Candidates part = list;
  part.resize(std::min(part.size(), size_t(kCapacity)));
  check_candidates("greedy suppression", reference_nms(part, kOverlap),
                   kept_by_sweep(DeviceList(part), kOverlap));
  const int chained = lesson::scale(200, kCapacity);
  Candidates row;
  for (int i = 0; i < chained; ++i) {
    const float left = 30.0f * i;
    row.push_back({{left, 0, left + 100, 100}, 1 - i / 2048.0f, 0, i});
  }
  check_candidates("a chain of " + lesson::show(chained),
                   reference_nms(row, kOverlap),
                   kept_by_sweep(DeviceList(row), kOverlap));
}

void step_classes() {
  const NetworkOutput& output = network_output();
  Candidates list = usual_candidates();
  list.resize(std::min(list.size(), size_t(kCapacity)));
  const Candidates with = kept_by_sweep(DeviceList(list), kOverlap);
  Candidates blind = list;  // every label the same
  for (Candidate& c : blind) c.label = 0;
  const Candidates without = kept_by_sweep(DeviceList(blind), kOverlap);
  lesson::Table table({"kept", "boxes"});
  table.row("within each class", with.size());
  table.row("whatever the class", without.size());
  table.show("the same candidates");
  for (const Candidate& c : with) {
    const bool stays = std::any_of(
        without.begin(), without.end(),
        [&](const Candidate& other) { return other.row == c.row; });
    if (stays) continue;
    lesson::text(lesson::format("Lost in the second way: %s, %.2f.",
                                kLabels[c.label], c.confidence));
    break;  // one will do
  }
  lesson::check_that(
      "suppression across classes loses boxes",
      output.objects.empty() || without.size() < with.size(),
      "fewer than " + lesson::show(with.size()),
      lesson::show(without.size()));
}
