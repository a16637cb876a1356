// Lesson 08, what goes wrong: kernels that count, collect and compare
// in ways that look right.
#include <algorithm>
#include <cmath>
#include <vector>

#include "cuda/buffer.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- kernels, all faulty ----

// Faulty: += reads, adds and writes, and others come between.
__global__ void count_no_atomic_kernel(const int* in, int n,
                                       int threshold, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < threshold) return;
  *count += 1;
}

// Faulty: between the atomic and the second look at the count, others
// can add to it.
__global__ void collect_two_reads_kernel(const int* in, int n,
                                         int threshold, int* hits,
                                         int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < threshold) return;
  atomicAdd(count, 1);
  const int slot = *count - 1;
  hits[slot] = i;
}

// Faulty: the slot is used without asking whether the list has it.
__global__ void collect_unlimited_kernel(const int* in, int n,
                                         int threshold, int* hits,
                                         int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < threshold) return;
  const int slot = atomicAdd(count, 1);
  hits[slot] = i;
}

// Right by itself; its launch in step_wrong_not_cleared is not.
__global__ void count_hits_only_kernel(const int* in, int n,
                                       int threshold, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] >= threshold) atomicAdd(count, 1);
}

// Faulty: a thread can count before another has cleared that bin.
// bins is (kThreads), in is (kThreads), 0 <= in[i] < kThreads.
__global__ void histogram_no_barrier_kernel(const int* in,
                                            unsigned* bins) {
  __shared__ unsigned block_bins[kThreads];
  const int tid = threadIdx.x;
  block_bins[tid] = 0;
  atomicAdd(&block_bins[in[tid]], 1);
  __syncthreads();  // all is counted before it is read
  bins[tid] = block_bins[tid];
}

// Faulty: as integers, the bits of negative floats are ordered the
// other way round.
__global__ void max_bits_kernel(const float* in, int n,
                                float* largest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicMax(reinterpret_cast<int*>(largest), __float_as_int(in[i]));
}

// ---- steps ----

void step_wrong_no_atomic() {
  lesson::expect_diagnosis("race-global");
  const int n = 100000;
  gpu::DeviceBuffer<int> d_in(hundreds(n));
  gpu::DeviceBuffer<int> d_count(std::vector<int>(1, 0));
  count_no_atomic_kernel<<<ceil_div(n, kThreads), kThreads>>>(
      d_in.data(), n, 99, d_count.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::text("Of 1,000 hits " + lesson::show(d_count.download()[0]) +
               " were counted this time.");
}

void step_wrong_two_reads() {
  lesson::expect_diagnosis("race-global");
  const int n = 100000;
  gpu::DeviceBuffer<int> d_in(hundreds(n));
  gpu::DeviceBuffer<int> d_hits(1000);
  gpu::DeviceBuffer<int> d_count(std::vector<int>(1, 0));
  d_hits.fill_bytes(-1);
  collect_two_reads_kernel<<<ceil_div(n, kThreads), kThreads>>>(
      d_in.data(), n, 99, d_hits.data(), d_count.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> hits = d_hits.download();
  lesson::text("Of 1,000 slots " +
               lesson::show(std::count(hits.begin(), hits.end(), -1)) +
               " stayed empty this time.");
}

void step_wrong_capacity() {
  lesson::expect_diagnosis("memcheck-oob");
  // 120 hits and room for 100; a GPU rounds the allocation up to 512
  // bytes, so that nothing else is damaged there.
  const int n = 12000;
  gpu::DeviceBuffer<int> d_in(hundreds(n));
  gpu::DeviceBuffer<int> d_hits(100);
  gpu::DeviceBuffer<int> d_count(std::vector<int>(1, 0));
  collect_unlimited_kernel<<<ceil_div(n, kThreads), kThreads>>>(
      d_in.data(), n, 99, d_hits.data(), d_count.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::text("The list has 100 slots, the counter says " +
               lesson::show(d_count.download()[0]) + ".");
}

void step_wrong_not_cleared() {
  lesson::expect_diagnosis("uninit");
  const int n = 10000;
  gpu::DeviceBuffer<int> d_in(hundreds(n));
  gpu::DeviceBuffer<int> d_count(1);  // faulty: what is in it?
  count_hits_only_kernel<<<ceil_div(n, kThreads), kThreads>>>(
      d_in.data(), n, 99, d_count.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::text("100 hits were counted as " +
               lesson::show(d_count.download()[0]) + " this time.");
}

void step_wrong_shared_zero() {
  lesson::expect_diagnosis("race-shared");
  std::vector<int> in(kThreads);
  for (int i = 0; i < kThreads; ++i) in[i] = kThreads - 1 - i;
  gpu::DeviceBuffer<int> d_in(in);
  gpu::DeviceBuffer<unsigned> d_bins(kThreads);
  histogram_no_barrier_kernel<<<1, kThreads>>>(d_in.data(),
                                               d_bins.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<unsigned> bins = d_bins.download();
  lesson::text("Of 256 bins that should hold 1, " +
               lesson::show(std::count(bins.begin(), bins.end(), 1u)) +
               " did this time.");
}

void step_wrong_float_bits() {
  const std::vector<float> in = {-3.0f, -1.5f, -7.0f, -2.0f};
  gpu::DeviceBuffer<float> d_in(in);
  gpu::DeviceBuffer<float> d_largest(std::vector<float>(1, -INFINITY));
  max_bits_kernel<<<1, kWarp>>>(d_in.data(), 4, d_largest.data());
  CUDA_CHECK(cudaGetLastError());
  // The start value: its bits are the largest negative integer here.
  lesson::check("largest of -3, -1.5, -7 and -2, by their bits",
                -INFINITY, d_largest.download()[0]);
}
