// Lesson 08, the list again, with fewer atomics on its counter: one a
// hit, one a warp, one a block, and none.
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"
#include "steps.h"

constexpr int kWarps = kThreads / kWarp;  // of a block

// ---- kernels: in is (n), hits has room for all, *count starts as 0
// ----

__global__ void compact_thread_kernel(const int* in, int n,
                                      int threshold, int* hits,
                                      int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < threshold) return;
  hits[atomicAdd(count, 1)] = i;
}

// How many of the lanes below this one are in the mask.
__device__ int rank_in_warp(unsigned mask) {
  const int lane = threadIdx.x % kWarp;
  return __popc(mask & ((1u << lane) - 1));
}

__global__ void compact_warp_kernel(const int* in, int n, int threshold,
                                    int* hits, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // No thread leaves early: the ballot asks all 32 lanes.
  const bool hit = i < n && in[i] >= threshold;
  const unsigned hitting = __ballot_sync(kAllLanes, hit);
  if (hitting == 0) return;  // the whole warp leaves
  const int lane = threadIdx.x % kWarp;
  const int leader = __ffs(hitting) - 1;  // the first lane with a hit
  int base = 0;
  if (lane == leader) base = atomicAdd(count, __popc(hitting));
  base = __shfl_sync(kAllLanes, base, leader);
  if (hit) hits[base + rank_in_warp(hitting)] = i;
}

__global__ void compact_block_kernel(const int* in, int n,
                                     int threshold, int* hits,
                                     int* count) {
  __shared__ int block_count, block_base;
  if (threadIdx.x == 0) block_count = 0;
  __syncthreads();  // the count is 0 before any warp adds to it
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool hit = i < n && in[i] >= threshold;
  const unsigned hitting = __ballot_sync(kAllLanes, hit);
  int place = 0;  // of this warp's hits in the block
  if (threadIdx.x % kWarp == 0) {
    place = atomicAdd(&block_count, __popc(hitting));
  }
  place = __shfl_sync(kAllLanes, place, 0);
  __syncthreads();  // all warps are counted before thread 0 reads
  if (threadIdx.x == 0) block_base = atomicAdd(count, block_count);
  __syncthreads();  // the base is there before any thread reads it
  if (hit) hits[block_base + place + rank_in_warp(hitting)] = i;
}

// ---- kernels: in order, by a scan ----

// The sum of `value` over the threads before this one; *total is the
// sum over the block. All threads must call it.
__device__ int block_scan(int value, int* total) {
  __shared__ int warp_sums[kWarps];
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  int sum = value;  // of lanes 0 to this one
  for (int offset = 1; offset < kWarp; offset *= 2) {
    const int left = __shfl_up_sync(kAllLanes, sum, offset);
    if (lane >= offset) sum += left;
  }
  if (lane == kWarp - 1) warp_sums[warp] = sum;
  __syncthreads();  // every warp's sum is there before any is read
  int before = 0, all = 0;
  for (int w = 0; w < kWarps; ++w) {
    if (w < warp) before += warp_sums[w];
    all += warp_sums[w];
  }
  __syncthreads();  // all have read before the next call writes
  *total = all;
  return before + sum - value;
}

// counts is (gridDim.x): the hits of each block.
__global__ void count_hits_kernel(const int* in, int n, int threshold,
                                  int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int hits = __syncthreads_count(i < n && in[i] >= threshold);
  if (threadIdx.x == 0) counts[blockIdx.x] = hits;
}

// One block. counts is (blocks) and becomes, for each block, the hits
// of all blocks before it.
__global__ void scan_counts_kernel(int* counts, int blocks,
                                   int* count) {
  int before = 0;  // hits of the parts that are done
  for (int part = 0; part < blocks; part += kThreads) {
    const int block = part + threadIdx.x;
    int all = 0;
    const int own = block < blocks ? counts[block] : 0;
    const int rank = block_scan(own, &all);
    if (block < blocks) counts[block] = before + rank;
    before += all;
  }
  if (threadIdx.x == 0) *count = before;
}

// starts is (gridDim.x), from scan_counts_kernel.
__global__ void place_hits_kernel(const int* in, int n, int threshold,
                                  const int* starts, int* hits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool hit = i < n && in[i] >= threshold;
  int all = 0;
  const int rank = block_scan(hit ? 1 : 0, &all);
  if (hit) hits[starts[blockIdx.x] + rank] = i;
}

// ---- launchers ----

struct CompactTask {
  const int* d_in;  // (n), n >= 1
  int n, threshold;
  int* d_hits;    // (n)
  int* d_count;   // one number
  int* d_starts;  // (blocks()), scratch
  int blocks() const { return ceil_div(n, kThreads); }
};

using CompactKernel = void (*)(const int*, int, int, int*, int*);

void compact_by(CompactKernel kernel, const CompactTask& t) {
  CUDA_CHECK(cudaMemsetAsync(t.d_count, 0, sizeof(int)));
  kernel<<<t.blocks(), kThreads>>>(t.d_in, t.n, t.threshold, t.d_hits,
                                   t.d_count);
  CUDA_CHECK(cudaGetLastError());
}

void compact_thread(const CompactTask& t) {
  compact_by(compact_thread_kernel, t);
}
void compact_warp(const CompactTask& t) {
  compact_by(compact_warp_kernel, t);
}
void compact_block(const CompactTask& t) {
  compact_by(compact_block_kernel, t);
}

void compact_stable(const CompactTask& t) {
  count_hits_kernel<<<t.blocks(), kThreads>>>(t.d_in, t.n, t.threshold,
                                              t.d_starts);
  CUDA_CHECK(cudaGetLastError());
  scan_counts_kernel<<<1, kThreads>>>(t.d_starts, t.blocks(),
                                      t.d_count);
  CUDA_CHECK(cudaGetLastError());
  place_hits_kernel<<<t.blocks(), kThreads>>>(t.d_in, t.n, t.threshold,
                                              t.d_starts, t.d_hits);
  CUDA_CHECK(cudaGetLastError());
}

// ---- steps ----

constexpr int kThreshold = 50;  // half of 0 to 99 reach it

// Numbers 0 to 99 at random.
struct CompactInput {
  std::vector<int> values, expected;
  gpu::DeviceBuffer<int> d_in, d_hits, d_count, d_starts;

  explicit CompactInput(int n)
      : values(gpu::Random(kSeed).integers(n, 0, 99)),
        expected(reference_hits(values, kThreshold)),
        d_in(values),
        d_hits(n),
        d_count(1),
        d_starts(ceil_div(n, kThreads)) {}
  CompactTask task() {
    return {d_in.data(),    static_cast<int>(values.size()),
            kThreshold,     d_hits.data(),
            d_count.data(), d_starts.data()};
  }
  std::vector<int> hits(int count) const {
    std::vector<int> list(count);
    if (count == 0) return list;
    CUDA_CHECK(cudaMemcpy(list.data(), d_hits.data(),
                          count * sizeof(int), cudaMemcpyDeviceToHost));
    return list;
  }
};

// Warps of the launch with at least one hit.
long long warps_with_hits(const std::vector<int>& hits) {
  long long warps = 0;
  int last = -1;
  for (const int i : hits) {
    if (i / kWarp != last) ++warps;
    last = i / kWarp;
  }
  return warps;
}

// Atomics that a rung should need: on the list's counter, and on
// counters in shared memory.
struct Atomics {
  long long on_counter, in_shared;
};

Atomics atomics_thread(const CompactInput& input) {
  return {static_cast<long long>(input.expected.size()), 0};
}
Atomics atomics_warp(const CompactInput& input) {
  return {warps_with_hits(input.expected), 0};
}
Atomics atomics_block(const CompactInput& input) {
  const long long blocks =
      ceil_div(static_cast<int>(input.values.size()), kThreads);
  return {blocks, blocks * kWarps};
}
Atomics atomics_stable(const CompactInput&) { return {0, 0}; }

struct Rung {
  const char* name;
  void (*compact)(const CompactTask&);
  Atomics (*atomics)(const CompactInput&);
};

const std::vector<Rung> kLadder = {
    {"thread", compact_thread, atomics_thread},
    {"warp", compact_warp, atomics_warp},
    {"block", compact_block, atomics_block},
    {"scan", compact_stable, atomics_stable},
};

// A row of the table: times on a GPU, counts on the cpu backend. False
// in the fast build, which counts nothing.
bool add_rung(lesson::Table& table, const Rung& rung,
              CompactInput& input) {
  if (lesson::on_gpu()) {
    const gpu::Timing timing =
        gpu::time_work([&] { rung.compact(input.task()); });
    table.row(rung.name, lesson::format("%.3f", timing.median_ms),
              lesson::format("%.0f%%", 100 * timing.spread()));
    return true;
  }
  gpu::ProfileScope scope;
  rung.compact(input.task());
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) return false;
  const Atomics atomics = rung.atomics(input);
  table.row(rung.name, atomics.on_counter, atomics.in_shared,
            counts.requests);
  lesson::check(std::string("atomics counted, ") + rung.name,
                atomics.on_counter + atomics.in_shared,
                static_cast<long long>(counts.atomics));
  return true;
}

std::vector<std::string> rung_columns() {
  if (lesson::on_gpu()) return {"list by", "ms", "spread"};
  return {"list by", "on the counter", "in shared", "requests"};
}

CompactInput make_input() {
  return CompactInput(static_cast<int>(lesson::parameter(
      "n", lesson::scale(100000, 1 << 24), 1,
      lesson::scale(1 << 22, 1 << 28), "numbers that are searched")));
}

// Checks the rung's list, and shows its cost beside the rung before.
void step_rung(size_t rung) {
  CompactInput input = make_input();
  kLadder[rung].compact(input.task());
  const int count = input.d_count.download()[0];
  lesson::check("hits", static_cast<int>(input.expected.size()), count);
  std::vector<int> hits = input.hits(count);
  const bool in_order = kLadder[rung].compact == compact_stable;
  if (!in_order) hits = sorted_part(hits, hits.size());
  lesson::check_same(in_order ? "the list of a loop, in its order"
                              : "the set of a loop",
                     lesson::compare(input.expected, hits));

  lesson::Table table(rung_columns());
  if (rung > 0) add_rung(table, kLadder[rung - 1], input);
  if (!add_rung(table, kLadder[rung], input)) {
    lesson::text(
        "Nothing is counted in the fast build; run it without "
        "`--fast`.");
    return;
  }
  table.show(lesson::grouped(input.values.size()) + " numbers, " +
             lesson::grouped(input.expected.size()) + " hits");
}

void step_compact_thread() { step_rung(0); }
void step_compact_warp() {
  lesson::ask(
      {"In a warp 20 lanes have a hit. How many atomics does it take "
       "to "
       "give each of them a slot of its own?",
       {"20", "5", "1"},
       2,
       "One lane adds 20. The old value is the first of 20 slots, and "
       "the lanes share them out among themselves."});
  step_rung(1);
}
void step_compact_block() { step_rung(2); }
void step_compact_stable() { step_rung(3); }
