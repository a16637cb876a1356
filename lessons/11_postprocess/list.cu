// Lesson 11, the list of candidates: which of them fit, and in which
// order.
#include <algorithm>
#include <set>

#include "steps.h"

// ---- kernels ----

// list is (room), *count may be more; best is (capacity), best_count is
// the number of those that are in it.
__global__ void rank_kernel(const Candidate* list, const int* count,
                            int room, Candidate* best, int capacity,
                            int* best_count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = min(*count, room);
  if (i == 0) *best_count = min(n, capacity);
  if (i >= n) return;
  const Candidate mine = list[i];
  int before = 0;
  for (int j = 0; j < n; ++j) before += better(list[j], mine);
  if (before < capacity) best[before] = mine;
}

// ---- launchers ----

void rank(const DeviceList& found, DeviceList& best) {
  const int blocks = std::max(1, ceil_div(found.room, kThreads));
  rank_kernel<<<blocks, kThreads>>>(
      found.items.data(), found.count.data(), found.room,
      best.items.data(), best.room, best.count.data());
  CUDA_CHECK(cudaGetLastError());
}

Candidates DeviceList::download() const {
  Candidates list = items.download();
  list.resize(std::min(room, count.download()[0]));
  return list;
}

// ---- steps ----

// More pass this threshold than a list of kCapacity takes.
constexpr float kLowConfidence = 0.01f;

std::set<int> rows_of(const Candidates& list) {
  std::set<int> rows;
  for (const Candidate& c : list) rows.insert(c.row);
  return rows;
}

void step_capacity() {
  lesson::ask(
      {"The threshold is 0.01, and a list of 1,024 is full before all "
       "rows have come. Which candidates are missing?",
       {"the weakest", "the last rows",
        "those whose threads came late"},
       2,
       "An atomic counter serves threads as they come. A confidence of "
       "0.9 that comes late is turned away."});
  const NetworkOutput& output = network_output();
  const DeviceOutput d_output(output);
  DeviceList found(kCapacity);
  decode(d_output, kLowConfidence, found);
  const int counted = found.count.download()[0];

  const Candidates all =
      reference_sorted(reference_decode(output, kLowConfidence));
  lesson::check("candidates counted", int(all.size()), counted);
  const std::set<int> stored = rows_of(found.download());
  lesson::Table table({"of the best", "in the list"});
  for (const size_t best : {10, 100, 500, kCapacity}) {
    int here = 0;
    for (size_t k = 0; k < std::min(best, all.size()); ++k) {
      here += int(stored.count(all[k].row));
    }
    table.row(best, here);
  }
  table.show("a list of 1,024, first come, first served");
}

void step_rank() {
  const NetworkOutput& output = network_output();
  const DeviceOutput d_output(output);
  DeviceList found(output.rows()), best(kCapacity);
  decode(d_output, kLowConfidence, found);
  rank(found, best);
  Candidates expected =
      reference_sorted(reference_decode(output, kLowConfidence));
  expected.resize(std::min(expected.size(), size_t(kCapacity)));
  check_candidates("the best, best first", expected, best.download());
}
