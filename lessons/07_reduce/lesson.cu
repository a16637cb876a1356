// Lesson 07, reduce: many numbers become one.
//
// What to notice: every rung of the ladder computes the same sum. What
// changes is how many requests, barriers and atomics that takes
// (counted on the cpu backend) and how long (timed on a GPU).
//
// First one block, then many; then the ladder, rung by rung; then float
// order; then the same tree for a maximum, an argmax and means; last,
// what goes wrong. ladder_gpu.cu adds CUB and the read ceiling.
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"

constexpr int kThreads = 256;  // a block: a power of two, whole warps
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;
constexpr uint64_t kSeed = 7;

int ceil_div(int a, int b) { return a / b + (a % b != 0); }

// ---- CPU reference ----

// In float64, whose own rounding error is far below that of float32.
double reference_sum(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) sum += value;
  return sum;
}

// Unit roundoff: a float32 addition is off by at most this share.
constexpr double kUnitRoundoff = 0x1p-24;

// ---- kernels: one block, then many ----

// in is (n), n <= kThreads; out is one number. One block.
__global__ void sum_block_kernel(const int* in, int n, int* out) {
  __shared__ int partial[kThreads];
  const int tid = threadIdx.x;
  partial[tid] = tid < n ? in[tid] : 0;  // 0 changes no sum
  __syncthreads();  // partial is complete before any of it is read
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) partial[tid] += partial[tid + half];
    __syncthreads();  // this round is written before the next one reads
  }
  if (tid == 0) *out = partial[0];
}

// in is (n); out is one number and starts as 0. Each block adds its own
// sum to it.
__global__ void sum_blocks_kernel(const int* in, int n,
                                  unsigned long long* out) {
  __shared__ unsigned long long partial[kThreads];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : 0;  // the last block may be partial
  __syncthreads();  // partial is complete before any of it is read
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) partial[tid] += partial[tid + half];
    __syncthreads();  // this round is written before the next one reads
  }
  if (tid == 0) atomicAdd(out, partial[0]);
}

// ---- kernels: the ladder. in is (n), sums (blocks), out one number
// ----

__global__ void sum_atomic_kernel(const float* in, int n, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

__global__ void sum_interleaved_kernel(const float* in, int n,
                                       float* sums) {
  __shared__ float partial[kThreads];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : 0;
  __syncthreads();  // partial is complete before any of it is read
  for (int step = 1; step < kThreads; step *= 2) {
    if (tid % (2 * step) == 0) partial[tid] += partial[tid + step];
    __syncthreads();  // this round is written before the next one reads
  }
  if (tid == 0) sums[blockIdx.x] = partial[0];
}

__global__ void sum_packed_kernel(const float* in, int n, float* sums) {
  __shared__ float partial[kThreads];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : 0;
  __syncthreads();  // partial is complete before any of it is read
  for (int step = 1; step < kThreads; step *= 2) {
    const int left = 2 * step * tid;  // threads 0, 1, 2, ... in order
    if (left < kThreads) partial[left] += partial[left + step];
    __syncthreads();  // this round is written before the next one reads
  }
  if (tid == 0) sums[blockIdx.x] = partial[0];
}

__global__ void sum_sequential_kernel(const float* in, int n,
                                      float* sums) {
  __shared__ float partial[kThreads];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  partial[tid] = i < n ? in[i] : 0;
  __syncthreads();  // partial is complete before any of it is read
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) partial[tid] += partial[tid + half];
    __syncthreads();  // this round is written before the next one reads
  }
  if (tid == 0) sums[blockIdx.x] = partial[0];
}

__global__ void sum_first_add_kernel(const float* in, int n,
                                     float* sums) {
  __shared__ float partial[kThreads];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * (2 * kThreads) + tid;
  float sum = i < n ? in[i] : 0;
  if (i + kThreads < n) sum += in[i + kThreads];  // the first addition
  partial[tid] = sum;
  __syncthreads();  // partial is complete before any of it is read
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) partial[tid] += partial[tid + half];
    __syncthreads();  // this round is written before the next one reads
  }
  if (tid == 0) sums[blockIdx.x] = partial[0];
}

// The sum of `value` over the warp, for lane 0. All lanes must call it.
__device__ float warp_sum(float value) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(kAllLanes, value, offset);
  }
  return value;
}

// The sum of `value` over the block of kThreads; thread 0 has it. All
// threads must call it.
__device__ float block_sum(float value) {
  __shared__ float warp_sums[kThreads / kWarp];
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  value = warp_sum(value);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();  // all warp sums are there before warp 0 reads
  if (warp > 0) return value;  // not complete here, and not used
  return warp_sum(lane < kThreads / kWarp ? warp_sums[lane] : 0);
}

__global__ void sum_shuffle_kernel(const float* in, int n,
                                   float* sums) {
  const int i = blockIdx.x * (2 * kThreads) + threadIdx.x;
  float sum = i < n ? in[i] : 0;
  if (i + kThreads < n) sum += in[i + kThreads];
  sum = block_sum(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// What one thread of the grid adds: 16 bytes a load, four sums that
// don't wait for each other.
__device__ float thread_sum(const float* in, int n) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  // in comes from cudaMalloc, which aligns to 256 bytes
  const float4* in4 = reinterpret_cast<const float4*>(in);
  float4 sums = make_float4(0, 0, 0, 0);
#pragma unroll 4
  for (int i = thread; i < n / 4; i += threads) {
    const float4 four = in4[i];
    sums.x += four.x;
    sums.y += four.y;
    sums.z += four.z;
    sums.w += four.w;
  }
  float sum = (sums.x + sums.y) + (sums.z + sums.w);
  const int rest = n / 4 * 4 + thread;  // at most three are left over
  if (rest < n) sum += in[rest];
  return sum;
}

__global__ void sum_vector_kernel(const float* in, int n, float* out) {
  const float sum = block_sum(thread_sum(in, n));
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__device__ unsigned finished_blocks;  // 0 between launches

// partials is (gridDim.x). The block that finishes last adds the
// partial sums, always in one order.
__global__ void sum_ticket_kernel(const float* in, int n,
                                  float* partials, float* out) {
  __shared__ bool is_last;
  const float sum = block_sum(thread_sum(in, n));
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = sum;
    __threadfence();  // this sum is visible before the ticket is
    is_last = atomicAdd(&finished_blocks, 1) == gridDim.x - 1;
    __threadfence();  // others' sums are read after the ticket
  }
  __syncthreads();  // is_last is written before all read it
  if (!is_last) return;
  float total = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += kThreads) {
    total += partials[i];
  }
  total = block_sum(total);
  if (threadIdx.x == 0) {
    *out = total;
    finished_blocks = 0;  // ready for the next launch
  }
}

// ---- launchers: the ladder ----

struct SumTask {
  const float* d_in;  // (n), n >= 1
  int n;
  float* d_partials;  // (partials_for(n)), scratch
  float* d_out;       // one number
};

constexpr int kMaxBlocks = 4096;
constexpr int kPerThread = 16;  // at least, where the grid is fixed

// Room for the sums of all levels: n / 256 + n / 256^2 + ..., and for a
// fixed grid.
size_t partials_for(int n) { return size_t(n) / 128 + kMaxBlocks; }

void sum_atomic(const SumTask& t) {
  CUDA_CHECK(cudaMemsetAsync(t.d_out, 0, sizeof(float)));
  const int blocks = ceil_div(t.n, kThreads);
  sum_atomic_kernel<<<blocks, kThreads>>>(t.d_in, t.n, t.d_out);
  CUDA_CHECK(cudaGetLastError());
}

using LevelKernel = void (*)(const float*, int, float*);

// Launches the kernel on the numbers, then on the blocks' sums, and so
// on until one is left. A block takes `per_block` numbers.
void sum_by_levels(const SumTask& t, LevelKernel kernel,
                   int per_block) {
  const float* d_from = t.d_in;
  float* d_free = t.d_partials;
  int n = t.n;
  do {
    const int blocks = ceil_div(n, per_block);
    float* d_to = blocks == 1 ? t.d_out : d_free;
    kernel<<<blocks, kThreads>>>(d_from, n, d_to);
    CUDA_CHECK(cudaGetLastError());
    d_from = d_to;
    d_free += blocks;
    n = blocks;
  } while (n > 1);
}

void sum_interleaved(const SumTask& t) {
  sum_by_levels(t, sum_interleaved_kernel, kThreads);
}
void sum_packed(const SumTask& t) {
  sum_by_levels(t, sum_packed_kernel, kThreads);
}
void sum_sequential(const SumTask& t) {
  sum_by_levels(t, sum_sequential_kernel, kThreads);
}
void sum_first_add(const SumTask& t) {
  sum_by_levels(t, sum_first_add_kernel, 2 * kThreads);
}
void sum_shuffle(const SumTask& t) {
  sum_by_levels(t, sum_shuffle_kernel, 2 * kThreads);
}

// Enough blocks to fill the device, and no more for a longer input.
int fixed_grid(int n) {
  int device = 0, multiprocessors = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(
      &multiprocessors, cudaDevAttrMultiProcessorCount, device));
  // 8 blocks of 256 are the 2048 threads that one can hold
  const int fill = std::min(8 * multiprocessors, kMaxBlocks);
  return std::max(1,
                  std::min(ceil_div(n, kThreads * kPerThread), fill));
}

void sum_vector(const SumTask& t) {
  CUDA_CHECK(cudaMemsetAsync(t.d_out, 0, sizeof(float)));
  sum_vector_kernel<<<fixed_grid(t.n), kThreads>>>(t.d_in, t.n,
                                                   t.d_out);
  CUDA_CHECK(cudaGetLastError());
}

void sum_ticket(const SumTask& t) {
  sum_ticket_kernel<<<fixed_grid(t.n), kThreads>>>(
      t.d_in, t.n, t.d_partials, t.d_out);
  CUDA_CHECK(cudaGetLastError());
}

// In ladder_gpu.cu, which the cpu build leaves out.
WARPUP_GPU_ONLY void sum_cub(const float* d_in, int n, float* d_out);
WARPUP_GPU_ONLY void read_all(const float* d_in, int n, float* d_out);

// ---- kernels and launchers: other reductions ----

// The largest of the grid's numbers a block: out is (gridDim.x).
__global__ void max_kernel(const float* in, int n, float* out) {
  __shared__ float partial[kThreads];
  const int tid = threadIdx.x;
  float largest = -INFINITY;  // 0 would hide negative numbers
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += threads) {
    largest = fmaxf(largest, in[i]);
  }
  partial[tid] = largest;
  __syncthreads();  // partial is complete before any of it is read
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) {
      partial[tid] = fmaxf(partial[tid], partial[tid + half]);
    }
    __syncthreads();  // this round is written before the next one reads
  }
  if (tid == 0) out[blockIdx.x] = partial[0];
}

// The same kernel twice: first a maximum a block, then the maximum of
// those.
void max_value(const float* d_in, int n, float* d_partials,
               float* d_out) {
  const int blocks = fixed_grid(n);
  max_kernel<<<blocks, kThreads>>>(d_in, n, d_partials);
  CUDA_CHECK(cudaGetLastError());
  max_kernel<<<1, kThreads>>>(d_partials, blocks, d_out);
  CUDA_CHECK(cudaGetLastError());
}

struct Best {
  float value;
  int index;
};

// The larger value wins, and of equal values the first: one answer,
// whatever the order.
__device__ Best better(Best a, Best b) {
  const bool tie = a.value == b.value;
  const bool take_b = b.value > a.value || (tie && b.index < a.index);
  return take_b ? b : a;
}

// in is (rows, cols), row-major; out is (rows). One warp a row, so no
// shared memory and no barrier.
__global__ void argmax_rows_kernel(const float* in, int rows, int cols,
                                   int* out) {
  const int lane = threadIdx.x % kWarp;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  if (row >= rows) return;  // a whole warp leaves
  Best best = {-INFINITY, cols};
  for (int col = lane; col < cols; col += kWarp) {
    best = better(best, Best{in[row * cols + col], col});
  }
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    Best other;
    other.value = __shfl_down_sync(kAllLanes, best.value, offset);
    other.index = __shfl_down_sync(kAllLanes, best.index, offset);
    best = better(best, other);
  }
  if (lane == 0) out[row] = best.index;
}

// in is (rows, cols), row-major; means is (rows). One block a row.
__global__ void batch_mean_kernel(const float* in, int cols,
                                  float* means) {
  const float* row = in + static_cast<size_t>(blockIdx.x) * cols;
  float sum = 0;
  for (int col = threadIdx.x; col < cols; col += kThreads) {
    sum += row[col];
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) means[blockIdx.x] = sum / cols;
}

// ---- kernels: what goes wrong ----

// Faulty: the barrier at the end of a round is missing.
__global__ void sum_missing_barrier_kernel(const int* in, int* out) {
  __shared__ int partial[kThreads];
  const int tid = threadIdx.x;
  partial[tid] = in[tid];
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) partial[tid] += partial[tid + half];
  }
  if (tid == 0) *out = partial[0];
}

// Faulty: threads past the end leave their slot of partial as it was.
__global__ void sum_stale_tail_kernel(const int* in, int n, int* out) {
  __shared__ int partial[kThreads];
  const int tid = threadIdx.x;
  if (tid < n) partial[tid] = in[tid];
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (tid < half) partial[tid] += partial[tid + half];
    __syncthreads();
  }
  if (tid == 0) *out = partial[0];
}

// Faulty: nothing orders the partial sum before the ticket, or the last
// block's reads after it.
__global__ void sum_no_fence_kernel(const int* in, int* partials,
                                    unsigned* tickets, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < kWarp; ++i) sum += in[blockIdx.x * kWarp + i];
    partials[blockIdx.x] = sum;
    is_last = atomicAdd(tickets, 1) == gridDim.x - 1;
  }
  __syncthreads();  // is_last is written before all read it
  if (!is_last || threadIdx.x != 0) return;
  int total = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) {
    total += partials[block];
  }
  *out = total;
}

// Faulty: the mask names 32 lanes, but only 16 come to the shuffle.
__global__ void sum_wrong_mask_kernel(const int* in, int* out) {
  const int lane = threadIdx.x;
  int value = in[lane];
  if (lane < 16) {
    for (int offset = 8; offset > 0; offset /= 2) {
      value += __shfl_down_sync(kAllLanes, value, offset);
    }
    if (lane == 0) *out = value;
  }
}

// ---- steps: one block, then many ----

void step_sum_101() {
  std::vector<int> numbers(101);
  for (int i = 0; i <= 100; ++i) numbers[i] = i;
  gpu::DeviceBuffer<int> d_in(numbers), d_out(1);
  sum_block_kernel<<<1, kThreads>>>(d_in.data(), 101, d_out.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check("0 + 1 + ... + 100", 5050, d_out.download()[0]);
}

void step_sum_million() {
  const int n = 1000000;
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = i;
  gpu::DeviceBuffer<int> d_in(numbers);
  gpu::DeviceBuffer<unsigned long long> d_out(1);
  d_out.fill_bytes(0);
  const int blocks = ceil_div(n, kThreads);
  sum_blocks_kernel<<<blocks, kThreads>>>(d_in.data(), n, d_out.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check("0 + 1 + ... + 999,999", 499999500000ull,
                d_out.download()[0]);
  lesson::text(lesson::format(
      "%d blocks of %d threads; the last has %d numbers and %d zeros.",
      blocks, kThreads, n % kThreads, kThreads - n % kThreads));
}

// ---- steps: the ladder ----

// Additions that one number goes through at most, as a function of n.
int chain_atomic(int n) { return n; }
int chain_tree(int n) {
  const int blocks = ceil_div(n, kThreads);
  return 8 + (blocks > 1 ? chain_tree(blocks) : 0);
}
int chain_first_add(int n) {
  const int blocks = ceil_div(n, 2 * kThreads);
  return 9 + (blocks > 1 ? chain_first_add(blocks) : 0);
}
int chain_vector(int n) {
  const int blocks = fixed_grid(n);
  return ceil_div(n, 4 * blocks * kThreads) + 3 + 10 + blocks;
}
int chain_ticket(int n) {
  const int blocks = fixed_grid(n);
  return ceil_div(n, 4 * blocks * kThreads) + 3 + 10 +
         ceil_div(blocks, kThreads) + 10;
}

struct Rung {
  const char* name;
  void (*sum)(const SumTask&);
  int (*chain)(int n);
};

const std::vector<Rung> kLadder = {
    {"atomic", sum_atomic, chain_atomic},
    {"interleaved", sum_interleaved, chain_tree},
    {"packed", sum_packed, chain_tree},
    {"sequential", sum_sequential, chain_tree},
    {"first add", sum_first_add, chain_first_add},
    {"shuffle", sum_shuffle, chain_first_add},
    {"vector", sum_vector, chain_vector},
    {"ticket", sum_ticket, chain_ticket},
};

// The numbers that every rung adds, on the host and on the device; n
// numbers in [0, 1).
struct LadderInput {
  std::vector<float> numbers;
  double sum;
  gpu::DeviceBuffer<float> d_numbers, d_partials, d_sum;

  explicit LadderInput(int n)
      : numbers(gpu::Random(kSeed).floats(n, 0, 1)),
        sum(reference_sum(numbers)),
        d_numbers(numbers),
        d_partials(partials_for(n)),
        d_sum(1) {}
  int n() const { return static_cast<int>(numbers.size()); }
  SumTask task() {
    return {d_numbers.data(), n(), d_partials.data(), d_sum.data()};
  }
};

// What a rung gave: its sum, and how it got there.
struct Climb {
  bool done = false;
  float sum = 0;
  gpu::Counts counts;
  gpu::Timing timing;
};

// Made by the first step that needs it, and freed by main.
struct LadderState {
  std::unique_ptr<LadderInput> input;
  std::vector<Climb> climbs;
} ladder;

LadderInput& ladder_input() {
  const int n = static_cast<int>(lesson::parameter(
      "n", lesson::scale(1 << 20, 1 << 28), 1,
      lesson::scale(1 << 22, 1 << 28), "numbers that the ladder adds"));
  if (!ladder.input || ladder.input->n() != n) {
    ladder.input = std::make_unique<LadderInput>(n);
    ladder.climbs.assign(kLadder.size(), Climb());
  }
  return *ladder.input;
}

const Climb& climb(LadderInput& input, size_t rung) {
  Climb& result = ladder.climbs[rung];
  if (result.done) return result;
  const SumTask task = input.task();
  gpu::ProfileScope scope;
  kLadder[rung].sum(task);
  result.counts = scope.stop();
  result.sum = input.d_sum.download()[0];
  if (lesson::on_gpu()) {
    const gpu::TimingPlan plan = {rung == 0 ? 1 : 3, rung == 0 ? 3 : 15,
                                  true};
    result.timing =
        gpu::time_work([&] { kLadder[rung].sum(task); }, plan);
  }
  result.done = true;
  return result;
}

void check_climb(const LadderInput& input, size_t rung,
                 const Climb& result) {
  const int chain = kLadder[rung].chain(input.n());
  lesson::check_near(std::string("sum, ") + kLadder[rung].name,
                     input.sum, result.sum,
                     chain * kUnitRoundoff * input.sum,
                     "at most " + lesson::grouped(chain) +
                         " additions in a row, each off by 2^-24");
}

void show_counts(const std::vector<size_t>& rungs) {
  lesson::Table table({"rung", "global", "shared", "conflicts",
                       "barriers", "atomics", "lanes"});
  for (const size_t rung : rungs) {
    const gpu::Counts& c = ladder.climbs[rung].counts;
    table.row(kLadder[rung].name, c.requests, c.shared_requests,
              c.bank_conflicts, c.barriers, c.atomics,
              lesson::format("%.1f", c.lanes_per_request()));
  }
  table.show(lesson::grouped(ladder.input->n()) + " numbers, counted");
}

void show_times(const LadderInput& input,
                const std::vector<size_t>& rungs) {
  lesson::Table table(
      {"rung", "ms", "spread", "GB/s", "times the one before"});
  const double bytes = 4.0 * input.n();
  for (const size_t rung : rungs) {
    const gpu::Timing& t = ladder.climbs[rung].timing;
    const double before =
        rung > 0 ? ladder.climbs[rung - 1].timing.median_ms : 0;
    table.row(kLadder[rung].name, lesson::format("%.3f", t.median_ms),
              lesson::format("%.0f%%", 100 * t.spread()),
              lesson::format("%.0f", t.gigabytes_per_second(bytes)),
              before > 0 ? lesson::format("%.2f", before / t.median_ms)
                         : std::string("-"));
  }
  table.show("median of the runs; spread is half their range");
}

void show_climbs(const LadderInput& input,
                 const std::vector<size_t>& rungs) {
  if (lesson::on_gpu()) {
    show_times(input, rungs);
  } else if (ladder.climbs[rungs.back()].counts.counted) {
    show_counts(rungs);
  } else {
    lesson::text(
        "Nothing is counted in the fast build; run "
        "it without `--fast`.");
  }
}

// One step of the ladder: the rung's sum is checked, then shown beside
// the rung before.
void step_rung(size_t rung) {
  LadderInput& input = ladder_input();
  std::vector<size_t> shown;
  if (rung > 0) {
    climb(input, rung - 1);
    shown.push_back(rung - 1);
  }
  shown.push_back(rung);
  check_climb(input, rung, climb(input, rung));
  show_climbs(input, shown);
}

void step_atomic() { step_rung(0); }
void step_interleaved() {
  lesson::ask(
      {"In round 5 only 8 of the block's 256 threads add. How many of "
       "its 8 warps have to run that addition?",
       {"1", "2", "8"},
       2,
       "They are threads 0, 32, 64, ...: one lane of each warp, and a "
       "warp runs as a whole."});
  step_rung(1);
}
void step_packed() { step_rung(2); }
void step_sequential() { step_rung(3); }
void step_first_add() { step_rung(4); }
void step_shuffle() {
  lesson::ask(
      {"A tree over 256 numbers has 8 rounds. How many barriers does a "
       "block need if the rounds inside a warp are shuffles?",
       {"none", "1", "3"},
       1,
       "Each warp makes one number of 32, then warp 0 makes one of "
       "those 8. One barrier stands between the two."});
  step_rung(5);
}
void step_vector() { step_rung(6); }
void step_ticket() { step_rung(7); }

// CUB and the read ceiling, timed as the rungs are.
void show_library(LadderInput& input) {
  const double bytes = 4.0 * input.n();
  const SumTask t = input.task();
  const gpu::Timing cub =
      gpu::time_work([&] { sum_cub(t.d_in, t.n, t.d_out); });
  const float cub_sum = input.d_sum.download()[0];
  lesson::check_near("sum, CUB", input.sum, cub_sum, 1e-4 * input.sum,
                     "CUB states no bound");
  const gpu::Timing reads =
      gpu::time_work([&] { read_all(t.d_in, t.n, t.d_out); });
  const double mine =
      ladder.climbs.back().timing.gigabytes_per_second(bytes);
  lesson::measure({"ticket", mine, "GB/s", "CUB DeviceReduce::Sum",
                   cub.gigabytes_per_second(bytes),
                   "the same numbers, the same timing"});
  lesson::measure(
      {"ticket", mine, "GB/s", "reading alone",
       reads.gigabytes_per_second(bytes),
       "a kernel that loads every number and keeps none: the ceiling"});
}

void step_ladder() {
  LadderInput& input = ladder_input();
  std::vector<size_t> all;
  for (size_t rung = 0; rung < kLadder.size(); ++rung) {
    climb(input, rung);
    all.push_back(rung);
  }
  show_climbs(input, all);
  check_climb(input, all.back(), ladder.climbs.back());
  if (sum_cub) {
    show_library(input);
  } else {
    lesson::text(
        "CUB and the read ceiling are measured on a GPU alone.");
  }
}

// ---- steps: float order ----

template <class Iterator>
float sum_in_order(Iterator begin, Iterator end) {
  float sum = 0;
  for (; begin != end; ++begin) sum += *begin;
  return sum;
}

// Halves, and halves of halves: the shape of the block's tree. n >= 1.
float sum_pairwise(const float* values, size_t n) {
  if (n == 1) return values[0];
  return sum_pairwise(values, n / 2) +
         sum_pairwise(values + n / 2, n - n / 2);
}

void step_float_order() {
  std::vector<float> values = gpu::Random(kSeed).floats(100000, 0, 1);
  const double exact = reference_sum(values);
  lesson::Table table({"order", "sum", "off by"});
  const auto add_row = [&](const char* order, float sum) {
    table.row(order, lesson::format("%.4f", sum),
              lesson::format("%+.4f", sum - exact));
  };
  add_row("forwards", sum_in_order(values.begin(), values.end()));
  add_row("backwards", sum_in_order(values.rbegin(), values.rend()));
  add_row("pairwise", sum_pairwise(values.data(), values.size()));
  std::sort(values.begin(), values.end());
  add_row("small to large", sum_in_order(values.begin(), values.end()));
  table.show(lesson::format(
      "100,000 numbers in [0, 1); their sum is %.4f", exact));

  float ones = 0;
  for (int i = 0; i < 20000000; ++i) ones += 1.0f;
  lesson::check("1 added 20,000,000 times, in float", 16777216.0f,
                ones);
}

void step_same_bits() {
  LadderInput& input = ladder_input();
  std::set<float> atomics, tickets;
  for (int run = 0; run < 5; ++run) {
    sum_vector(input.task());
    atomics.insert(input.d_sum.download()[0]);
    sum_ticket(input.task());
    tickets.insert(input.d_sum.download()[0]);
  }
  lesson::text(lesson::format(
      "Five runs of `vector`, whose blocks meet in an atomic: %zu "
      "different %s.",
      atomics.size(), atomics.size() == 1 ? "sum, this time" : "sums"));
  lesson::check("different sums in five runs of ticket", 1,
                static_cast<int>(tickets.size()));
}

// ---- steps: other reductions ----

void step_max_value() {
  const std::vector<float> values =
      gpu::Random(kSeed).floats(10007, -9, -1);
  gpu::DeviceBuffer<float> d_in(values), d_partials(kMaxBlocks),
      d_out(1);
  max_value(d_in.data(), static_cast<int>(values.size()),
            d_partials.data(), d_out.data());
  lesson::check("largest of 10,007 negative numbers",
                *std::max_element(values.begin(), values.end()),
                d_out.download()[0]);
}

void step_argmax() {
  const int rows = 64, cols = 80;
  // Few different values, so that most rows have ties.
  const std::vector<float> scores =
      gpu::Random(kSeed).whole_floats(rows * cols, -20, 20);
  std::vector<int> expected;
  for (int row = 0; row < rows; ++row) {
    const auto begin = scores.begin() + row * cols;
    expected.push_back(static_cast<int>(
        std::max_element(begin, begin + cols) - begin));
  }
  gpu::DeviceBuffer<float> d_scores(scores);
  gpu::DeviceBuffer<int> d_best(rows);
  argmax_rows_kernel<<<ceil_div(rows * kWarp, kThreads), kThreads>>>(
      d_scores.data(), rows, cols, d_best.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same("index of each row's first maximum",
                     lesson::compare(expected, d_best.download()));
}

void step_batch_mean() {
  const int rows = 48, cols = 1000;
  const std::vector<float> batch =
      gpu::Random(kSeed).floats(rows * cols, -1, 1);
  std::vector<double> expected;
  for (int row = 0; row < rows; ++row) {
    const auto begin = batch.begin() + row * cols;
    expected.push_back(reference_sum({begin, begin + cols}) / cols);
  }
  gpu::DeviceBuffer<float> d_batch(batch), d_means(rows);
  batch_mean_kernel<<<rows, kThreads>>>(d_batch.data(), cols,
                                        d_means.data());
  CUDA_CHECK(cudaGetLastError());
  // ceil(1000 / 256) additions in a thread, 10 in the tree, one
  // division; |x| < 1.
  lesson::check_same("mean of each row",
                     lesson::compare_near(expected, d_means.download(),
                                          0, 15 * kUnitRoundoff));
}

// ---- steps: what goes wrong ----

void step_wrong_barrier() {
  lesson::expect_diagnosis("race-shared");
  gpu::DeviceBuffer<int> d_in(std::vector<int>(kThreads, 1)), d_out(1);
  sum_missing_barrier_kernel<<<1, kThreads>>>(d_in.data(),
                                              d_out.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::text("The sum of 256 ones came out as " +
               lesson::show(d_out.download()[0]) + " this time.");
}

void step_wrong_tail() {
  lesson::expect_diagnosis("uninit");
  gpu::DeviceBuffer<int> d_in(std::vector<int>(100, 1)), d_out(1);
  sum_stale_tail_kernel<<<1, kThreads>>>(d_in.data(), 100,
                                         d_out.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::text("The sum of 100 ones came out as " +
               lesson::show(d_out.download()[0]) + " this time.");
}

void step_wrong_fence() {
  lesson::expect_diagnosis("race-global");
  const int blocks = 64;
  gpu::DeviceBuffer<int> d_in(std::vector<int>(blocks * kWarp, 1)),
      d_partials(blocks), d_out(1);
  gpu::DeviceBuffer<unsigned> d_tickets(std::vector<unsigned>(1, 0));
  sum_no_fence_kernel<<<blocks, kWarp>>>(
      d_in.data(), d_partials.data(), d_tickets.data(), d_out.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::text("The sum of 2,048 ones came out as " +
               lesson::show(d_out.download()[0]) + " this time.");
}

void step_wrong_mask() {
  if (lesson::on_gpu()) {
    lesson::skip(
        "on a GPU the result is undefined, and it may hang; the cpu "
        "backend shows it");
    return;
  }
  lesson::expect_diagnosis("barrier-divergence");
  gpu::DeviceBuffer<int> d_in(std::vector<int>(kWarp, 1)), d_out(1);
  sum_wrong_mask_kernel<<<1, kWarp>>>(d_in.data(), d_out.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::text("The sum of 16 ones came out as " +
               lesson::show(d_out.download()[0]) + " this time.");
}

int main(int argc, char** argv) {
  lesson::Program program;
  program.step("sum_101", "One block: 0 + 1 + ... + 100", step_sum_101);
  program.step("sum_million", "Many blocks: a million numbers",
               step_sum_million);
  program.step("rung_atomic", "Rung 1: one atomic an element",
               step_atomic);
  program.step("rung_interleaved", "Rung 2: a tree in shared memory",
               step_interleaved);
  program.step("rung_packed", "Rung 3: working threads side by side",
               step_packed);
  program.step("rung_sequential",
               "Rung 4: working numbers side by side", step_sequential);
  program.step("rung_first_add",
               "Rung 5: the first addition while loading",
               step_first_add);
  program.step("rung_shuffle",
               "Rung 6: shuffles instead of shared memory",
               step_shuffle);
  program.step("rung_vector",
               "Rung 7: 16 bytes a load, many loads a thread",
               step_vector);
  program.step("rung_ticket",
               "Rung 8: one launch, the last block finishes",
               step_ticket);
  program.step("ladder", "The whole ladder", step_ladder);
  program.step("float_order", "The order of additions",
               step_float_order);
  program.step("same_bits", "The same bits twice", step_same_bits);
  program.step("max_value", "Largest of many", step_max_value);
  program.step("argmax", "Where the largest is", step_argmax);
  program.step("batch_mean", "Mean of each row", step_batch_mean);
  program.step("wrong_barrier", "Wrong: a barrier is missing",
               step_wrong_barrier);
  program.step("wrong_tail", "Wrong: slots that nobody writes",
               step_wrong_tail);
  program.step("wrong_fence", "Wrong: a ticket without a fence",
               step_wrong_fence);
  program.step("wrong_mask", "Wrong: a mask that names absent lanes",
               step_wrong_mask);
  const int code = program.run(argc, argv);
  ladder.input.reset();
  return code;
}
