// Lesson 08, atomic: many threads change one number.
//
// What to notice: an atomic returns what was there before. That old
// value is what makes a list possible: it is a slot that no other
// thread got. And atomics on one address take turns, so the later files
// of this lesson are about needing fewer of them.
//
// This file: the list, its capacity, what the atomics return, and why a
// counter is an integer.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/guarded.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- CPU reference ----

std::vector<int> hundreds(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i % 100;
  return values;
}

std::vector<int> reference_hits(const std::vector<int>& in,
                                int threshold) {
  std::vector<int> hits;
  for (size_t i = 0; i < in.size(); ++i) {
    if (in[i] >= threshold) hits.push_back(static_cast<int>(i));
  }
  return hits;
}

std::vector<int> sorted_part(std::vector<int> list, size_t count) {
  list.resize(std::min(count, list.size()));
  std::sort(list.begin(), list.end());
  return list;
}

// ---- kernels ----

// in is (n), hits is (capacity); *count starts as 0 and ends as the
// number of values that reach the threshold, stored or not.
__global__ void collect_kernel(const int* in, int n, int threshold,
                               int* hits, int capacity, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < threshold) return;
  const int slot = atomicAdd(count, 1);  // the old count: mine alone
  if (slot < capacity) hits[slot] = i;   // a full list only counts
}

// Each thread adds 1 to a float and to an integer.
__global__ void count_twice_kernel(int n, float* as_float,
                                   int* as_int) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(as_float, 1.0f);
  atomicAdd(as_int, 1);
}

// cells and returned are (8). One thread.
__global__ void family_kernel(unsigned* cells, unsigned* returned) {
  returned[0] = atomicAdd(&cells[0], 3);
  returned[1] = atomicSub(&cells[1], 3);
  returned[2] = atomicMin(&cells[2], 7);
  returned[3] = atomicMax(&cells[3], 7);
  returned[4] = atomicInc(&cells[4], 10);
  returned[5] = atomicExch(&cells[5], 5);
  returned[6] = atomicCAS(&cells[6], 10, 5);
  returned[7] = atomicCAS(&cells[7], 9, 5);
}

// ---- launchers ----

void collect(const int* d_in, int n, int threshold, int* d_hits,
             int capacity, int* d_count) {
  CUDA_CHECK(cudaMemsetAsync(d_count, 0, sizeof(int)));
  collect_kernel<<<ceil_div(n, kThreads), kThreads>>>(
      d_in, n, threshold, d_hits, capacity, d_count);
  CUDA_CHECK(cudaGetLastError());
}

// ---- steps ----

constexpr int kValues = 100000;
constexpr int kThreshold = 99;

void step_collect() {
  const std::vector<int> in = hundreds(kValues);
  const std::vector<int> expected = reference_hits(in, kThreshold);
  gpu::DeviceBuffer<int> d_in(in), d_hits(in.size()), d_count(1);
  collect(d_in.data(), kValues, kThreshold, d_hits.data(), kValues,
          d_count.data());
  const int count = d_count.download()[0];
  lesson::check("values of at least 99", 1000, count);

  std::vector<int> hits(count);
  CUDA_CHECK(cudaMemcpy(hits.data(), d_hits.data(), count * sizeof(int),
                        cudaMemcpyDeviceToHost));
  lesson::check_same(
      "the same set as a loop finds",
      lesson::compare(expected, sorted_part(hits, hits.size())));
}

// How many of the list's neighbours are out of order.
int descents(const std::vector<int>& list) {
  int found = 0;
  for (size_t k = 1; k < list.size(); ++k) {
    if (list[k] < list[k - 1]) ++found;
  }
  return found;
}

void step_order() {
  const std::vector<int> in = hundreds(kValues);
  const int room = kValues / 100;
  gpu::DeviceBuffer<int> d_in(in), d_hits(room), d_count(1);
  lesson::Table table({"run", "first five", "times it steps back"});
  std::set<std::vector<int>> sets;
  for (int run = 1; run <= 3; ++run) {
    collect(d_in.data(), kValues, kThreshold, d_hits.data(), room,
            d_count.data());
    const std::vector<int> hits = d_hits.download();
    std::string first;
    for (int k = 0; k < 5; ++k) first += std::to_string(hits[k]) + " ";
    table.row(run, first, descents(hits));
    sets.insert(sorted_part(hits, hits.size()));
  }
  table.show("a loop would find 99 199 299 399 499, and never go back");
  lesson::check("different sets in three runs", 1,
                static_cast<int>(sets.size()));
}

void step_capacity() {
  lesson::ask(
      {"The list has room for 100, and 1,000 values reach the "
       "threshold. What does the counter say at the end?",
       {"100", "101", "1,000"},
       2,
       "Every hit takes a number, whether or not there is room for it. "
       "So the host learns how large the list should have been."});
  const int capacity = 100;
  const std::vector<int> in = hundreds(kValues);
  gpu::DeviceBuffer<int> d_in(in), d_count(1);
  gpu::GuardedBuffer<int> d_hits(capacity);
  collect(d_in.data(), kValues, kThreshold, d_hits.data(), capacity,
          d_count.data());
  lesson::check("the true count", 1000, d_count.download()[0]);

  const std::vector<int> hits = d_hits.download();
  const std::set<int> distinct(hits.begin(), hits.end());
  lesson::check("different hits in the list", capacity,
                static_cast<int>(distinct.size()));
  const bool all_right =
      std::all_of(hits.begin(), hits.end(),
                  [&](int i) { return i >= 0 && in[i] >= kThreshold; });
  lesson::check("each of them is a hit", true, all_right);
  const std::string damage = d_hits.damage();
  lesson::check("written past the end", "nothing",
                damage.empty() ? "nothing" : damage);
}

void step_family() {
  const std::vector<std::string> calls = {
      "atomicAdd(p, 3)",     "atomicSub(p, 3)",   "atomicMin(p, 7)",
      "atomicMax(p, 7)",     "atomicInc(p, 10)",  "atomicExch(p, 5)",
      "atomicCAS(p, 10, 5)", "atomicCAS(p, 9, 5)"};
  const std::vector<unsigned> tens(8, 10);
  gpu::DeviceBuffer<unsigned> d_cells(tens), d_returned(8);
  family_kernel<<<1, 1>>>(d_cells.data(), d_returned.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<unsigned> left = d_cells.download();
  const std::vector<unsigned> returned = d_returned.download();
  lesson::Table table({"*p is 10, then", "returns", "leaves"});
  for (size_t k = 0; k < calls.size(); ++k) {
    table.row(calls[k], returned[k], left[k]);
  }
  table.show("each on a cell of its own");
  lesson::check_same("each returns what was there before",
                     lesson::compare(tens, returned));
  lesson::check_same(
      "what each leaves",
      lesson::compare({13, 7, 7, 10, 0, 5, 5, 10}, left));
}

void step_float_counter() {
  const int start = (1 << 24) - 10, adds = 1000;
  gpu::DeviceBuffer<float> d_float(
      std::vector<float>(1, static_cast<float>(start)));
  gpu::DeviceBuffer<int> d_int(std::vector<int>(1, start));
  count_twice_kernel<<<ceil_div(adds, kThreads), kThreads>>>(
      adds, d_float.data(), d_int.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check("16,777,206 and 1,000 ones, in an int", 16778206,
                d_int.download()[0]);
  lesson::check("16,777,206 and 1,000 ones, in a float", 16777216,
                static_cast<int>(d_float.download()[0]));
}

int main(int argc, char** argv) {
  lesson::Program program;
  program.step("collect", "A list that threads fill", step_collect);
  program.step("order", "Its order is a matter of chance", step_order);
  program.step("capacity", "A list that is too small", step_capacity);
  program.step("family", "What the atomics return", step_family);
  program.step("float_counter", "A counter is an integer",
               step_float_counter);
  program.step("compact_thread", "Rung 1: one atomic a hit",
               step_compact_thread);
  program.step("compact_warp", "Rung 2: one atomic a warp",
               step_compact_warp);
  program.step("compact_block", "Rung 3: one atomic a block",
               step_compact_block);
  program.step("compact_stable", "Rung 4: none, and in order",
               step_compact_stable);
  program.step("histogram_global", "A histogram in global memory",
               step_histogram_global);
  program.step("histogram_shared", "A histogram for each block",
               step_histogram_shared);
  program.step("float_max", "Compare and swap: a float maximum",
               step_float_max);
  program.step("wrong_no_atomic", "Wrong: += on a common counter",
               step_wrong_no_atomic);
  program.step("wrong_two_reads", "Wrong: the count is read again",
               step_wrong_two_reads);
  program.step("wrong_capacity", "Wrong: a slot without a limit",
               step_wrong_capacity);
  program.step("wrong_not_cleared", "Wrong: a counter nobody cleared",
               step_wrong_not_cleared);
  program.step("wrong_shared_zero", "Wrong: cleared, and not waited",
               step_wrong_shared_zero);
  program.step("wrong_float_bits", "Wrong: floats compared as bits",
               step_wrong_float_bits);
  return program.run(argc, argv);
}
