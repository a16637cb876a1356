// Lesson 11, what goes wrong.
#include <algorithm>

#include "steps.h"

// ---- kernels ----

enum class Rule { kMore, kAtLeast, kMoreOrEarlier };

// Does `other` come before `mine`?
__device__ bool comes_before(Rule rule, const Candidate& other,
                             const Candidate& mine) {
  if (rule == Rule::kMore) return other.confidence > mine.confidence;
  if (rule == Rule::kAtLeast) {
    return other.confidence >= mine.confidence;
  }
  return better(other, mine);
}

// One block; list and keep are (n). Faulty for the first two rules.
__global__ void nms_rule_kernel(const Candidate* list, int n,
                                float overlap, Rule rule, int* keep) {
  const int i = threadIdx.x;
  if (i >= n) return;
  int stays = 1;
  for (int j = 0; j < n; ++j) {
    if (j == i || list[j].label != list[i].label) continue;
    if (!comes_before(rule, list[j], list[i])) continue;
    if (iou(list[j].box, list[i].box) > overlap) stays = 0;
  }
  keep[i] = stays;
}

// Faulty: meant to be greedy, by asking whether the other still stays.
// Whether its thread has decided that yet is chance. keep starts as 1.
__global__ void nms_flags_kernel(const Candidate* list, int n,
                                 float overlap, int* keep) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < n; ++j) {
    if (list[j].label != list[i].label) continue;
    if (!better(list[j], list[i])) continue;
    if (iou(list[j].box, list[i].box) <= overlap) continue;
    if (keep[j]) keep[i] = 0;
  }
}

// ---- steps ----

void step_wrong_not_cleared() {
  const NetworkOutput& output = network_output();
  const int expected =
      int(reference_decode(output, kConfidence).size());
  const DeviceOutput d_output(output);
  DeviceList found(kCapacity);
  found.count.fill_bytes(0);  // once, where the list was made
  lesson::Table table({"picture", "candidates", "counter", "stored"});
  int counter = 0;
  for (int picture = 1; picture <= 3; ++picture) {
    decode_uncleared(d_output, kConfidence, found);
    counter = found.count.download()[0];
    table.row(picture, expected, counter, found.download().size());
  }
  table.show("the same picture three times");
  lesson::check("the counter after three", 3 * expected, counter);
}

void step_wrong_ties() {
  const Candidates list = {{{0, 0, 100, 100}, 0.5f, 2, 7},
                           {{0, 0, 100, 100}, 0.5f, 2, 9}};
  gpu::DeviceBuffer<Candidate> d_list(list);
  lesson::Table table({"suppressed by", "stay"});
  const char* names[] = {"more confidence", "at least as much",
                         "more, or an earlier row"};
  const Rule rules[] = {Rule::kMore, Rule::kAtLeast,
                        Rule::kMoreOrEarlier};
  std::vector<int> stay;
  for (const int k : {0, 1, 2}) {
    gpu::DeviceBuffer<int> d_keep(list.size());
    nms_rule_kernel<<<1, kWarp>>>(d_list.data(), int(list.size()),
                                  kOverlap, rules[k], d_keep.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> keep = d_keep.download();
    stay.push_back(keep[0] + keep[1]);
    table.row(names[k], stay.back());
  }
  table.show("two rows that found the same box, equally sure");
  lesson::check_same("both, none, one",
                     lesson::compare({2, 0, 1}, stay));
}

void step_wrong_flags() {
  lesson::expect_diagnosis("race-global");
  const int n = 128;
  Candidates list;  // a chain: every second one should stay
  for (int i = 0; i < n; ++i) {
    const float left = 30.0f * i, confidence = 0.25f + i / 256.0f;
    list.push_back({{left, 0, left + 100, 100}, confidence, 0, i});
  }
  gpu::DeviceBuffer<Candidate> d_list(list);
  gpu::DeviceBuffer<int> d_keep(std::vector<int>(n, 1));
  nms_flags_kernel<<<n / kWarp, kWarp>>>(d_list.data(), n, kOverlap,
                                         d_keep.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> keep = d_keep.download();
  lesson::text("Of a chain of 128, in which 64 should stay, " +
               lesson::show(std::count(keep.begin(), keep.end(), 1)) +
               " stayed this time.");
}
