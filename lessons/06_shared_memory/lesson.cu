// Lesson 06, shared memory: a few kilobytes that the threads of a block
// share.
//
// What to notice: every barrier says what it protects; data that many
// threads need is fetched once, by all of them together; and the order
// in which lanes take words of shared memory has a price of its own.
#include <cstdint>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"

constexpr int kThreads = 256;
constexpr int kRadius = 3;  // of the stencil
constexpr int kTile = 32;   // of the transpose: a warp's width
constexpr int kTileRows = 8;
constexpr uint64_t kSeed = 6;

int ceil_div(int a, int b) { return a / b + (a % b != 0); }

// ---- CPU reference ----

// The sum of in[i - kRadius] to in[i + kRadius]; outside of in are
// zeros.
std::vector<int> reference_stencil(const std::vector<int>& in) {
  const int n = static_cast<int>(in.size());
  std::vector<int> sums(n, 0);
  for (int i = 0; i < n; ++i) {
    for (int k = i - kRadius; k <= i + kRadius; ++k) {
      if (k >= 0 && k < n) sums[i] += in[k];
    }
  }
  return sums;
}

// in is (rows, cols), the result (cols, rows), both row-major.
std::vector<float> reference_transpose(const std::vector<float>& in,
                                       int rows, int cols) {
  std::vector<float> out(in.size());
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
    }
  }
  return out;
}

// ---- kernels: what shared memory is ----

// seen is (blocks, threads, 2): what each thread found in shared
// memory.
__global__ void two_values_kernel(int* seen) {
  __shared__ int first;
  __shared__ int second;
  if (threadIdx.x == 0) {
    first = blockIdx.x == 0 ? 123 : 331;
    second = blockIdx.x == 0 ? 55 : 8;
  }
  __syncthreads();  // both are written before anyone reads them
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  seen[2 * thread] = first;
  seen[2 * thread + 1] = second;
}

// The distance of two addresses in bytes.
__device__ int distance(const void* a, const void* b) {
  return static_cast<int>(static_cast<const char*>(b) -
                          static_cast<const char*>(a));
}

// distances is (2). Launched with dynamic shared memory.
__global__ void addresses_kernel(int* distances) {
  __shared__ int static_a[16];
  __shared__ int static_b[16];
  extern __shared__ int dynamic_a[];
  extern __shared__ float dynamic_b[];
  distances[0] = abs(distance(static_a, static_b));
  distances[1] = distance(dynamic_a, dynamic_b);
}

// in and out are (n), n <= the block's threads; floats, then ints,
// share the one dynamic array.
__global__ void carve_kernel(const float* in, float* out, int n) {
  extern __shared__ float floats[];
  int* ints = reinterpret_cast<int*>(floats + n);  // behind n floats
  const int tid = threadIdx.x;
  floats[tid] = in[tid];
  ints[tid] = n - 1 - tid;
  __syncthreads();  // both parts are complete before any read
  out[tid] = floats[ints[tid]];
}

// ---- kernels: loading ----

// in and out are (blocks, kThreads). Each block turns its part round.
__global__ void reverse_one_loads_kernel(const int* in, int* out) {
  __shared__ int part[kThreads];
  const int begin = blockIdx.x * kThreads;
  if (threadIdx.x == 0) {
    for (int k = 0; k < kThreads; ++k) part[k] = in[begin + k];
  }
  __syncthreads();  // part is complete before any of it is read
  out[begin + threadIdx.x] = part[kThreads - 1 - threadIdx.x];
}

__global__ void reverse_all_load_kernel(const int* in, int* out) {
  __shared__ int part[kThreads];
  const int begin = blockIdx.x * kThreads;
  part[threadIdx.x] = in[begin + threadIdx.x];
  __syncthreads();  // part is complete before any of it is read
  out[begin + threadIdx.x] = part[kThreads - 1 - threadIdx.x];
}

// ---- kernels: stencil. in and sums are (n) ----

__global__ void stencil_global_kernel(const int* in, int* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int k = i - kRadius; k <= i + kRadius; ++k) {
    if (k >= 0 && k < n) sum += in[k];
  }
  sums[i] = sum;
}

__global__ void stencil_shared_kernel(const int* in, int* sums, int n) {
  __shared__ int tile[kThreads + 2 * kRadius];
  const int begin = blockIdx.x * kThreads - kRadius;  // tile[0]'s index
  for (int k = threadIdx.x; k < kThreads + 2 * kRadius; k += kThreads) {
    const int from = begin + k;
    tile[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();  // tile and halo are complete before any read
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k <= 2 * kRadius; ++k) sum += tile[threadIdx.x + k];
  sums[i] = sum;
}

// ---- kernels: transpose. in is (rows, cols), out is (cols, rows) ----

__global__ void transpose_naive_kernel(const float* in, float* out,
                                       int rows, int cols) {
  const int col = blockIdx.x * kTile + threadIdx.x;
  for (int k = threadIdx.y; k < kTile; k += kTileRows) {
    const int row = blockIdx.y * kTile + k;
    if (row < rows && col < cols) {
      out[col * rows + row] = in[row * cols + col];
    }
  }
}

// kWidth is the width of a row of the tile: kTile, or kTile + 1.
template <int kWidth>
__global__ void transpose_tiled_kernel(const float* in, float* out,
                                       int rows, int cols) {
  __shared__ float tile[kTile][kWidth];
  const int in_col = blockIdx.x * kTile + threadIdx.x;
  for (int k = threadIdx.y; k < kTile; k += kTileRows) {
    const int in_row = blockIdx.y * kTile + k;
    if (in_row < rows && in_col < cols) {
      tile[k][threadIdx.x] = in[in_row * cols + in_col];
    }
  }
  __syncthreads();  // the tile is complete before it is read by columns
  const int out_col = blockIdx.y * kTile + threadIdx.x;
  for (int k = threadIdx.y; k < kTile; k += kTileRows) {
    const int out_row = blockIdx.x * kTile + k;
    if (out_row < cols && out_col < rows) {
      out[out_row * rows + out_col] = tile[threadIdx.x][k];
    }
  }
}

// ---- kernels: much shared memory ----

// values is (n); the launch gives n ints of dynamic shared memory.
__global__ void reverse_large_kernel(int* values, int n) {
  extern __shared__ int held[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) held[i] = values[i];
  __syncthreads();  // held is complete before any of it is read
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    values[i] = held[n - 1 - i];
  }
}

// ---- kernels: what goes wrong ----

// Faulty: nothing stands between writing part and reading it.
__global__ void reverse_no_barrier_kernel(const int* in, int* out) {
  __shared__ int part[kThreads];
  part[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = part[kThreads - 1 - threadIdx.x];
}

// Faulty: only thread 0 reaches the barrier, so the others don't wait.
__global__ void barrier_in_branch_kernel(int* seen) {
  __shared__ int value;
  if (threadIdx.x == 0) {
    value = 123;
    __syncthreads();
  }
  seen[threadIdx.x] = value;
}

// Faulty: a fast warp fills part again while a slow one still reads it.
__global__ void reverse_twice_kernel(const int* in, int* out) {
  __shared__ int part[kThreads];
  for (int round = 0; round < 2; ++round) {
    const int begin = round * kThreads;
    part[threadIdx.x] = in[begin + threadIdx.x];
    __syncthreads();  // part is complete before any of it is read
    out[begin + threadIdx.x] = part[kThreads - 1 - threadIdx.x];
  }
}

// Faulty: the tile has no room for the halo on its right.
__global__ void stencil_small_tile_kernel(const int* in, int* sums) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();  // the tile is complete before any of it is read
  sums[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 1];
}

// ---- steps: what shared memory is ----

void step_two_blocks() {
  const int blocks = 2, threads = 4;
  gpu::DeviceBuffer<int> d_seen(blocks * threads * 2);
  two_values_kernel<<<blocks, threads>>>(d_seen.data());
  CUDA_CHECK(cudaGetLastError());
  std::vector<int> expected;
  for (int thread = 0; thread < blocks * threads; ++thread) {
    const bool first_block = thread < threads;
    expected.push_back(first_block ? 123 : 331);
    expected.push_back(first_block ? 55 : 8);
  }
  lesson::check_same(
      "123 and 55 in every thread of block 0, 331 and 8 in block 1",
      lesson::compare(expected, d_seen.download()));
}

void step_addresses() {
  lesson::ask(
      {"A kernel declares `extern __shared__ int a[]` and `extern "
       "__shared__ float b[]`. Where does b begin?",
       {"behind a", "where a begins", "it does not compile"},
       1,
       "The launch gives one piece of dynamic shared memory. Every "
       "extern array is a name for its beginning."});
  gpu::DeviceBuffer<int> d_distances(2);
  addresses_kernel<<<1, 1, 1024>>>(d_distances.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> distances = d_distances.download();
  lesson::check_that("two static arrays of 64 bytes",
                     distances[0] >= 64, "at least 64 bytes apart",
                     lesson::format("%d bytes apart", distances[0]));
  lesson::check("bytes between two extern arrays", 0, distances[1]);
}

void step_carve() {
  const int n = 100;
  const std::vector<float> in = gpu::Random(kSeed).floats(n, 0, 1);
  gpu::DeviceBuffer<float> d_in(in), d_out(n);
  const size_t bytes = n * sizeof(float) + n * sizeof(int);
  carve_kernel<<<1, n, bytes>>>(d_in.data(), d_out.data(), n);
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same(
      "in, turned round",
      lesson::compare(std::vector<float>(in.rbegin(), in.rend()),
                      d_out.download()));
}

// ---- steps: what it costs ----

// One row of a table: counts on the cpu backend, time on a GPU.
template <class Work>
void show_cost(lesson::Table& table, const std::string& name,
               double bytes, Work work) {
  if (lesson::on_gpu()) {
    const gpu::Timing timing = gpu::time_work(work);
    table.row(
        name, lesson::format("%.3f", timing.median_ms),
        lesson::format("%.0f", timing.gigabytes_per_second(bytes)));
    return;
  }
  gpu::ProfileScope scope;
  work();
  const gpu::Counts c = scope.stop();
  if (c.counted) {
    table.row(name, c.requests, c.sectors, c.shared_requests,
              c.bank_conflicts);
  } else {
    table.row(name, "-", "-", "-",
              "-");  // the fast build counts nothing
  }
}

std::vector<std::string> cost_columns(const std::string& what) {
  if (lesson::on_gpu()) return {what, "ms", "GB/s"};
  return {what, "global requests", "sectors", "shared requests",
          "conflicts"};
}

void step_load_together() {
  const int blocks = lesson::scale(64, 1 << 16), n = blocks * kThreads;
  const std::vector<int> in = gpu::Random(kSeed).integers(n, -9, 9);
  std::vector<int> expected;
  for (int i = 0; i < n; ++i) {
    const int begin = i / kThreads * kThreads;
    expected.push_back(in[begin + kThreads - 1 - (i - begin)]);
  }
  gpu::DeviceBuffer<int> d_in(in), d_out(n);
  lesson::Table table(cost_columns("loaded by"));
  show_cost(table, "thread 0 alone", 2.0 * d_in.bytes(), [&] {
    reverse_one_loads_kernel<<<blocks, kThreads>>>(d_in.data(),
                                                   d_out.data());
    CUDA_CHECK(cudaGetLastError());
  });
  lesson::check_same("parts turned round, thread 0 loads",
                     lesson::compare(expected, d_out.download()));
  show_cost(table, "all threads", 2.0 * d_in.bytes(), [&] {
    reverse_all_load_kernel<<<blocks, kThreads>>>(d_in.data(),
                                                  d_out.data());
    CUDA_CHECK(cudaGetLastError());
  });
  lesson::check_same("parts turned round, all load",
                     lesson::compare(expected, d_out.download()));
  table.show(lesson::grouped(n) + " numbers");
}

void step_stencil() {
  const int n = lesson::scale((1 << 16) + 13, (1 << 26) + 13);
  const std::vector<int> in = gpu::Random(kSeed).integers(n, -99, 99);
  const std::vector<int> expected = reference_stencil(in);
  gpu::DeviceBuffer<int> d_in(in), d_sums(n);
  const int blocks = ceil_div(n, kThreads);
  lesson::Table table(cost_columns("reads"));
  show_cost(table, "global memory", 2.0 * d_in.bytes(), [&] {
    stencil_global_kernel<<<blocks, kThreads>>>(d_in.data(),
                                                d_sums.data(), n);
    CUDA_CHECK(cudaGetLastError());
  });
  lesson::check_same("sums of 7, from global memory",
                     lesson::compare(expected, d_sums.download()));
  show_cost(table, "shared memory", 2.0 * d_in.bytes(), [&] {
    stencil_shared_kernel<<<blocks, kThreads>>>(d_in.data(),
                                                d_sums.data(), n);
    CUDA_CHECK(cudaGetLastError());
  });
  lesson::check_same("sums of 7, from shared memory",
                     lesson::compare(expected, d_sums.download()));
  table.show(lesson::grouped(n) + " numbers");
}

// ---- steps: transpose ----

struct TransposeInput {
  int rows, cols;
  std::vector<float> numbers;
  gpu::DeviceBuffer<float> d_in, d_out;

  TransposeInput(int rows, int cols)
      : rows(rows),
        cols(cols),
        numbers(gpu::Random(kSeed).floats(size_t(rows) * cols, 0, 1)),
        d_in(numbers),
        d_out(numbers.size()) {}
  dim3 grid() const {
    return dim3(ceil_div(cols, kTile), ceil_div(rows, kTile));
  }
  void check(const std::string& name) const {
    lesson::check_same(
        name, lesson::compare(reference_transpose(numbers, rows, cols),
                              d_out.download()));
  }
};

using TransposeKernel = void (*)(const float*, float*, int, int);

void add_transpose(lesson::Table& table, const std::string& name,
                   TransposeInput& m, TransposeKernel kernel) {
  show_cost(table, name, 2.0 * m.d_in.bytes(), [&] {
    kernel<<<m.grid(), dim3(kTile, kTileRows)>>>(
        m.d_in.data(), m.d_out.data(), m.rows, m.cols);
    CUDA_CHECK(cudaGetLastError());
  });
  m.check("transposed, " + name);
}

TransposeInput transpose_input() {
  return lesson::on_gpu() ? TransposeInput(8192, 8192)
                          : TransposeInput(192, 256);
}

void step_transpose_naive() {
  TransposeInput m = transpose_input();
  lesson::Table table(cost_columns("transpose"));
  add_transpose(table, "naive", m, transpose_naive_kernel);
  table.show(lesson::format("%d x %d floats", m.rows, m.cols));
}

void step_transpose_tiled() {
  TransposeInput m = transpose_input();
  lesson::Table table(cost_columns("transpose"));
  add_transpose(table, "naive", m, transpose_naive_kernel);
  add_transpose(table, "tiled", m, transpose_tiled_kernel<kTile>);
  table.show(lesson::format("%d x %d floats", m.rows, m.cols));
}

void step_transpose_padded() {
  lesson::ask(
      {"A tile has rows of 32 floats, and memory has 32 banks. The "
       "lanes of a warp read one column of the tile. How many banks "
       "do they ask?",
       {"1", "2", "32"},
       0,
       "Each row begins at bank 0 again, so a column lies in one "
       "bank, and the 32 lanes take turns."});
  TransposeInput m = transpose_input();
  lesson::Table table(cost_columns("transpose"));
  add_transpose(table, "tiled", m, transpose_tiled_kernel<kTile>);
  add_transpose(table, "padded", m, transpose_tiled_kernel<kTile + 1>);
  table.show(lesson::format("%d x %d floats", m.rows, m.cols));
  if (!lesson::on_gpu()) return;
  const gpu::Timing copy = gpu::time_work([&] {
    CUDA_CHECK(cudaMemcpyAsync(m.d_out.data(), m.d_in.data(),
                               m.d_in.bytes(),
                               cudaMemcpyDeviceToDevice));
  });
  lesson::measure({"copy inside the device, the ceiling",
                   copy.gigabytes_per_second(2.0 * m.d_in.bytes()),
                   "GB/s", "", NAN, "bytes read and bytes written"});
}

// ---- steps: much shared memory ----

void step_opt_in() {
  const int n = 16 * 1024, bytes = n * int(sizeof(int));  // 64 KB
  std::vector<int> values = gpu::Random(kSeed).integers(n, -9, 9);
  gpu::DeviceBuffer<int> d_values(values);
  lesson::expect_diagnosis("launch-config");
  reverse_large_kernel<<<1, kThreads, bytes>>>(d_values.data(), n);
  lesson::text(std::string("64 KB without asking: ") +
               cudaGetErrorName(cudaGetLastError()) + ".");
  CUDA_CHECK(cudaFuncSetAttribute(
      reverse_large_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
      bytes));
  reverse_large_kernel<<<1, kThreads, bytes>>>(d_values.data(), n);
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same(
      "16,384 numbers turned round in 64 KB",
      lesson::compare(std::vector<int>(values.rbegin(), values.rend()),
                      d_values.download()));
  int most = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(
      &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  lesson::text("A block of this device may have " +
               lesson::bytes_text(most) + " when it asks.");
}

// ---- steps: what goes wrong ----

void step_wrong_no_barrier() {
  lesson::expect_diagnosis("race-shared");
  std::vector<int> in = gpu::Random(kSeed).integers(kThreads, -9, 9);
  gpu::DeviceBuffer<int> d_in(in), d_out(kThreads);
  reverse_no_barrier_kernel<<<1, kThreads>>>(d_in.data(), d_out.data());
  CUDA_CHECK(cudaGetLastError());
  const lesson::Comparison c = lesson::compare(
      std::vector<int>(in.rbegin(), in.rend()), d_out.download());
  lesson::text(
      lesson::format("%zu of 256 are wrong this time.", c.different));
}

void step_wrong_in_branch() {
  lesson::expect_diagnosis("race-shared");
  gpu::DeviceBuffer<int> d_seen(64);
  barrier_in_branch_kernel<<<1, 64>>>(d_seen.data());
  CUDA_CHECK(cudaGetLastError());
  const lesson::Comparison c =
      lesson::compare(std::vector<int>(64, 123), d_seen.download());
  lesson::text(lesson::format(
      "%zu of 64 threads did not see the 123 this time.", c.different));
}

void step_wrong_reuse() {
  lesson::expect_diagnosis("race-shared");
  gpu::DeviceBuffer<int> d_in(std::vector<int>(2 * kThreads, 1));
  gpu::DeviceBuffer<int> d_out(2 * kThreads);
  reverse_twice_kernel<<<1, kThreads>>>(d_in.data(), d_out.data());
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}

void step_wrong_halo() {
  if (lesson::on_gpu()) {
    lesson::skip("an H200 ends the whole program here, with error 700");
    return;
  }
  lesson::expect_diagnosis("memcheck-oob");
  gpu::DeviceBuffer<int> d_in(std::vector<int>(kThreads, 1));
  gpu::DeviceBuffer<int> d_sums(kThreads);
  stencil_small_tile_kernel<<<1, kThreads>>>(d_in.data(),
                                             d_sums.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::text(
      "The last sum, of the number 1 and of what is behind the "
      "tile: " +
      lesson::show(d_sums.download()[kThreads - 1]) + ".");
}

int main(int argc, char** argv) {
  lesson::Program program;
  program.step("two_blocks", "Each block has its own", step_two_blocks);
  program.step("addresses", "Static and dynamic", step_addresses);
  program.step("carve", "Two arrays in one", step_carve);
  program.step("load_together", "Load together", step_load_together);
  program.step("stencil", "Neighbours: a tile with a halo",
               step_stencil);
  program.step("transpose_naive", "Transpose, naive",
               step_transpose_naive);
  program.step("transpose_tiled", "Transpose, tiled",
               step_transpose_tiled);
  program.step("transpose_padded", "Transpose, padded",
               step_transpose_padded);
  program.step("opt_in", "More than 48 KB", step_opt_in);
  program.step("wrong_no_barrier", "Wrong: no barrier",
               step_wrong_no_barrier);
  program.step("wrong_in_branch", "Wrong: a barrier in a branch",
               step_wrong_in_branch);
  program.step("wrong_reuse", "Wrong: used again too early",
               step_wrong_reuse);
  program.step("wrong_halo", "Wrong: no room for the halo",
               step_wrong_halo);
  return program.run(argc, argv);
}
