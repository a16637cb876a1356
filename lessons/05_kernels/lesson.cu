// Lesson 05, kernels: functions that many threads run at once.
//
// What to notice: a launch only queues work; each thread finds its own
// place by one rule; a size that does not divide needs a guard; and the
// shape of a block decides which addresses a warp asks for together.
#include <chrono>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "cuda/stream.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"

constexpr int kThreads = 256;  // a block
constexpr uint64_t kSeed = 5;

int ceil_div(int a, int b) { return a / b + (a % b != 0); }

// ---- CPU reference ----

std::vector<float> reference_add(const std::vector<float>& a,
                                 const std::vector<float>& b) {
  std::vector<float> sums(a.size());
  for (size_t i = 0; i < a.size(); ++i) sums[i] = a[i] + b[i];
  return sums;
}

// ---- kernels: what a kernel is ----

__host__ __device__ int square(int x) { return x * x; }

__device__ int square_plus_one(int x) { return square(x) + 1; }

// out is (blockDim.x).
__global__ void squares_kernel(int* out) {
  out[threadIdx.x] = square_plus_one(threadIdx.x);
}

// seen is (4): what the launch said, as the kernel sees it.
__global__ void launch_kernel(int* seen, int slots) {
  extern __shared__ int
      scratch[];  // as many bytes as the launch asked for
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < slots; ++i) scratch[i] = i;
  seen[0] = gridDim.x;
  seen[1] = blockDim.x;
  seen[2] = scratch[slots - 1];
  seen[3] = blockDim.y * blockDim.z;
}

// Keeps the device busy for `ticks` of its clock.
__global__ void busy_kernel(long long ticks) {
  const long long begin = clock64();
  while (clock64() - begin < ticks) {
  }
}

struct Scale {
  float factor, offset;
};

// The kernel has a copy of `scale` of its own.
__global__ void apply_kernel(Scale scale, float* out) {
  scale.factor *= 10;
  *out = scale.factor + scale.offset;
}

template <class T, int kFactor>
__global__ void times_kernel(T* values) {
  values[threadIdx.x] *= kFactor;
}

__global__ void hello_kernel() {
  printf("block %d, thread %d\n", blockIdx.x, threadIdx.x);
}

// ---- kernels: indices ----

// The number of this thread in the whole grid: multiply by the shape on
// the left, add the index on the right, from the slowest dimension to
// the fastest.
__device__ int thread_number() {
  int number = blockIdx.z;
  number = number * gridDim.y + blockIdx.y;
  number = number * gridDim.x + blockIdx.x;
  number = number * blockDim.z + threadIdx.z;
  number = number * blockDim.y + threadIdx.y;
  number = number * blockDim.x + threadIdx.x;
  return number;
}

// times_seen is one counter a thread of the grid.
__global__ void count_numbers_kernel(int* times_seen) {
  atomicAdd(&times_seen[thread_number()], 1);
}

// out is (rows, cols), row-major.
__global__ void row_col_kernel(int* out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = 100 * row + col;
}

// ---- kernels: vector addition; a, b and sums are (n) ----

__global__ void add_kernel(const float* a, const float* b, float* sums,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] = a[i] + b[i];  // the last block may be partial
}

__global__ void add_stride_kernel(const float* a, const float* b,
                                  float* sums, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += threads) {
    sums[i] = a[i] + b[i];
  }
}

__global__ void add_vector_kernel(const float* a, const float* b,
                                  float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int quads = n / 4;
  if (i < quads) {
    const float4 x = reinterpret_cast<const float4*>(a)[i];
    const float4 y = reinterpret_cast<const float4*>(b)[i];
    reinterpret_cast<float4*>(sums)[i] =
        make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  const int rest = 4 * quads + i;  // at most three are left over
  if (rest < n) sums[rest] = a[rest] + b[rest];
}

// ---- kernels: which addresses a warp asks for ----

// in and out are (n), n a multiple of stride. Every element is copied
// once; neighbouring threads take elements `stride` apart.
__global__ void copy_strided_kernel(const float* in, float* out, int n,
                                    int stride) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= n) return;
  const int per_pass = n / stride;
  const int i = thread % per_pass * stride + thread / per_pass;
  out[i] = in[i];
}

// in and out are (rows, cols), row-major.
__global__ void copy_matrix_kernel(const float* in, float* out,
                                   int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    out[row * cols + col] = in[row * cols + col];
  }
}

// ---- kernels: what goes wrong ----

// Faulty: nothing stops the threads past the end.
__global__ void add_unguarded_kernel(const float* a, const float* b,
                                     float* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = a[i] + b[i];
}

// ---- steps: what a kernel is ----

void step_qualifiers() {
  gpu::DeviceBuffer<int> d_out(8);
  squares_kernel<<<1, 8>>>(d_out.data());
  CUDA_CHECK(cudaGetLastError());
  std::vector<int> expected;
  for (int x = 0; x < 8; ++x) expected.push_back(square(x) + 1);
  lesson::check_same("square(x) + 1 on the device and on the host",
                     lesson::compare(expected, d_out.download()));
}

void step_launch() {
  const int slots = 100;
  gpu::DeviceBuffer<int> d_seen(4);
  gpu::Stream stream;
  const dim3 grid(3), block(64);
  launch_kernel<<<grid, block, slots * sizeof(int), stream>>>(
      d_seen.data(), slots);
  CUDA_CHECK(cudaGetLastError());
  stream.synchronize();
  const std::vector<int> seen = d_seen.download();
  lesson::check("blocks in x, seen by the kernel", 3, seen[0]);
  lesson::check("threads of a block in x", 64, seen[1]);
  lesson::check("last of 100 slots of dynamic shared memory", 99,
                seen[2]);
  lesson::check("threads of a block in y times z, not given", 1,
                seen[3]);
}

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::milli>(now - begin).count();
}

void step_asynchronous() {
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  busy_kernel<<<1, 1>>>(200000000);  // 0.1 to 0.2 seconds
  CUDA_CHECK(cudaGetLastError());
  const double launched = milliseconds_since(begin);
  const cudaError_t busy = cudaStreamQuery(nullptr);
  CUDA_CHECK(cudaDeviceSynchronize());
  const double finished = milliseconds_since(begin);
  lesson::check("cudaStreamQuery right after the launch",
                cudaGetErrorName(cudaErrorNotReady),
                std::string(cudaGetErrorName(busy)));
  lesson::measure({"the launch returned after", launched, "ms",
                   "the kernel ended after", finished, ""});
}

void step_arguments() {
  gpu::DeviceBuffer<float> d_out(1);
  Scale scale = {2, 1};
  apply_kernel<<<1, 1>>>(scale, d_out.data());
  CUDA_CHECK(cudaGetLastError());
  scale.offset = 1000;  // too late to matter: the launch copied it
  lesson::check("2 times 10, plus 1, on the device", 21.0f,
                d_out.download()[0]);
  lesson::check("the host's factor after the launch", 2.0f,
                scale.factor);
}

void step_templates() {
  gpu::DeviceBuffer<int> d_ints(std::vector<int>{1, 2, 3});
  gpu::DeviceBuffer<double> d_doubles(std::vector<double>{0.5, 1.5});
  times_kernel<int, 3><<<1, 3>>>(d_ints.data());
  CUDA_CHECK(cudaGetLastError());
  times_kernel<double, 2><<<1, 2>>>(d_doubles.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same("ints times 3",
                     lesson::compare({3, 6, 9}, d_ints.download()));
  lesson::check_same("doubles times 2",
                     lesson::compare({1.0, 3.0}, d_doubles.download()));
}

void step_printf() {
  hello_kernel<<<2, 4>>>();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());  // what was printed appears now
}

// ---- steps: indices ----

void step_thread_number() {
  const dim3 grid(1, 2, 3), block(1024, 1, 1);
  const int threads = 1 * 2 * 3 * 1024;
  gpu::DeviceBuffer<int> d_seen(std::vector<int>(threads, 0));
  count_numbers_kernel<<<grid, block>>>(d_seen.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same(
      "each number from 0 to 6,143 comes once",
      lesson::compare(std::vector<int>(threads, 1), d_seen.download()));
}

void step_row_col() {
  const int rows = 5, cols = 7;
  const dim3 block(4, 2);
  const dim3 grid(ceil_div(cols, block.x), ceil_div(rows, block.y));
  gpu::DeviceBuffer<int> d_out(rows * cols);
  row_col_kernel<<<grid, block>>>(d_out.data(), rows, cols);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> out = d_out.download();
  lesson::check("element at row 3, column 6", 306, out[3 * cols + 6]);
  lesson::check("element at row 4, column 0", 400, out[4 * cols + 0]);
  lesson::text(
      lesson::format("%u x %u blocks of 4 x 2 threads cover 8 x 6 "
                     "places; 35 are used.",
                     grid.x, grid.y));
}

void step_limits() {
  cudaDeviceProp p;
  CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
  lesson::Table table({"limit", "this device"});
  table.row("threads of a block", p.maxThreadsPerBlock);
  table.row("block, x y z",
            lesson::format("%d x %d x %d", p.maxThreadsDim[0],
                           p.maxThreadsDim[1], p.maxThreadsDim[2]));
  table.row("grid, x y z",
            lesson::format("%d x %d x %d", p.maxGridSize[0],
                           p.maxGridSize[1], p.maxGridSize[2]));
  table.row("threads of a multiprocessor",
            p.maxThreadsPerMultiProcessor);
  table.row("multiprocessors", p.multiProcessorCount);
  table.row("threads of a warp", p.warpSize);
  table.row("shared memory of a block, bytes", p.sharedMemPerBlock);
  table.row("registers of a block", p.regsPerBlock);
  table.show(lesson::device_name());
}

// Launches an empty amount of work of a certain shape, and says what
// came back.
std::string answer_to(dim3 grid, dim3 block, size_t shared_bytes) {
  busy_kernel<<<grid, block, shared_bytes>>>(0);
  return cudaGetErrorName(cudaGetLastError());
}

void step_exceed() {
  lesson::expect_diagnosis("launch-config");
  lesson::Table table({"launch", "answer"});
  table.row("<<<1, 1024>>>", answer_to(1, 1024, 0));
  table.row("<<<1, 1025>>>", answer_to(1, 1025, 0));
  table.row("<<<1, dim3(32, 33)>>>", answer_to(1, dim3(32, 33), 0));
  table.row("<<<1, dim3(1, 1, 65)>>>", answer_to(1, dim3(1, 1, 65), 0));
  table.row("<<<dim3(1, 65536), 1>>>", answer_to(dim3(1, 65536), 1, 0));
  table.row("<<<0, 1>>>", answer_to(0, 1, 0));
  table.row("<<<1, 1, 49153>>>", answer_to(1, 1, 49153));
  table.show("what cudaGetLastError says right after the launch");
  lesson::check("the next launch within the limits", "cudaSuccess",
                answer_to(1, 32, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
}

// ---- steps: vector addition ----

// Two vectors of n numbers, on the host and on the device.
struct AddInput {
  std::vector<float> a, b;
  gpu::DeviceBuffer<float> d_a, d_b, d_sums;

  explicit AddInput(int n)
      : AddInput(gpu::Random(kSeed).floats(n, -1, 1),
                 gpu::Random(kSeed + 1).floats(n, -1, 1)) {}
  AddInput(const std::vector<float>& left,
           const std::vector<float>& right)
      : a(left), b(right), d_a(a), d_b(b), d_sums(a.size()) {}

  int n() const { return static_cast<int>(a.size()); }
  void check(const std::string& name) const {
    lesson::check_same(
        name, lesson::compare(reference_add(a, b), d_sums.download()));
  }
};

void add(AddInput& v) {
  add_kernel<<<ceil_div(v.n(), kThreads), kThreads>>>(
      v.d_a.data(), v.d_b.data(), v.d_sums.data(), v.n());
  CUDA_CHECK(cudaGetLastError());
}

// As many blocks as the device can hold at once, whatever n is.
void add_stride(AddInput& v) {
  int multiprocessors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, 0));
  add_stride_kernel<<<8 * multiprocessors, kThreads>>>(
      v.d_a.data(), v.d_b.data(), v.d_sums.data(), v.n());
  CUDA_CHECK(cudaGetLastError());
}

// At least one block, so that a vector of 1 to 3 numbers is added, too.
void add_vector(AddInput& v) {
  add_vector_kernel<<<ceil_div(v.n(), 4 * kThreads), kThreads>>>(
      v.d_a.data(), v.d_b.data(), v.d_sums.data(), v.n());
  CUDA_CHECK(cudaGetLastError());
}

void step_add_three() {
  AddInput v({2, 3, 2}, {5, 3, 3});
  add(v);
  const std::vector<float> sums = v.d_sums.download();
  lesson::check_same(
      "{2, 3, 2} + {5, 3, 3}",
      lesson::compare(std::vector<float>{7, 6, 5}, sums));
}

void step_add_guarded() {
  for (const int n : {1000, 1024, 1025}) {
    AddInput v(n);
    add(v);
    v.check(lesson::format("n = %d: %d blocks, %d threads", n,
                           ceil_div(n, kThreads),
                           ceil_div(n, kThreads) * kThreads));
  }
}

// Runs `work` once, and shows what it cost: counts, or bytes a second.
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
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) {
    table.row(name, "-", "-");  // the fast build counts nothing
    return;
  }
  const double each = static_cast<double>(counts.requests);
  table.row(name, counts.requests,
            lesson::format("%.1f", counts.sectors / each));
}

std::vector<std::string> cost_columns(const std::string& what) {
  if (lesson::on_gpu()) return {what, "ms", "GB/s"};
  return {what, "requests", "sectors a request"};
}

// The speed of a copy inside the device: what reading and writing can
// reach.
void show_copy_ceiling(gpu::DeviceBuffer<float>& d_from,
                       gpu::DeviceBuffer<float>& d_to) {
  if (!lesson::on_gpu()) return;
  const gpu::Timing timing = gpu::time_work([&] {
    CUDA_CHECK(cudaMemcpyAsync(d_to.data(), d_from.data(),
                               d_from.bytes(),
                               cudaMemcpyDeviceToDevice));
  });
  lesson::measure({"copy inside the device, the ceiling",
                   timing.gigabytes_per_second(2.0 * d_from.bytes()),
                   "GB/s", "", NAN, "bytes read and bytes written"});
}

void step_add_millions() {
  AddInput v(lesson::scale(1 << 20, 1 << 27) + 3);
  lesson::Table table(cost_columns("kernel"));
  const double bytes = 3.0 * v.d_a.bytes();
  show_cost(table, "one thread an element", bytes, [&] { add(v); });
  v.check("one thread an element");
  show_cost(table, "grid-stride", bytes, [&] { add_stride(v); });
  v.check("grid-stride");
  show_cost(table, "16 bytes a load", bytes, [&] { add_vector(v); });
  v.check("16 bytes a load");
  table.show(lesson::grouped(v.n()) + " numbers and as many more");
  show_copy_ceiling(v.d_a, v.d_sums);
}

// ---- steps: which addresses a warp asks for ----

void step_coalescing() {
  lesson::ask(
      {"Neighbouring threads read floats that lie 8 floats apart. "
       "How many times the bytes that it uses does a warp fetch?",
       {"1", "2", "8"},
       2,
       "Memory is read in sectors of 32 bytes, which is 8 floats. "
       "Each lane touches a sector of its own and uses 4 bytes."});
  const int n = lesson::scale(1 << 18, 1 << 27);
  gpu::DeviceBuffer<float> d_in(gpu::Random(kSeed).floats(n, 0, 1));
  gpu::DeviceBuffer<float> d_out(n);
  lesson::Table table(cost_columns("stride"));
  for (const int stride : {1, 2, 4, 8, 32}) {
    show_cost(table, std::to_string(stride), 2.0 * d_in.bytes(), [&] {
      copy_strided_kernel<<<ceil_div(n, kThreads), kThreads>>>(
          d_in.data(), d_out.data(), n, stride);
      CUDA_CHECK(cudaGetLastError());
    });
  }
  table.show("the same elements, copied in another order");
  lesson::check_same(
      "the last copy",
      lesson::compare(d_in.download(), d_out.download()));
  show_copy_ceiling(d_in, d_out);
}

void step_block_shape() {
  const int rows = lesson::scale(256, 8192), cols = rows;
  gpu::DeviceBuffer<float> d_in(
      gpu::Random(kSeed).floats(rows * cols, 0, 1));
  gpu::DeviceBuffer<float> d_out(rows * cols);
  lesson::Table table(cost_columns("block"));
  for (const int width : {32, 16, 8, 4, 1}) {
    const dim3 block(width, kThreads / width);
    const dim3 grid(ceil_div(cols, block.x), ceil_div(rows, block.y));
    show_cost(table, lesson::format("%u x %u", block.x, block.y),
              2.0 * d_in.bytes(), [&] {
                copy_matrix_kernel<<<grid, block>>>(
                    d_in.data(), d_out.data(), rows, cols);
                CUDA_CHECK(cudaGetLastError());
              });
  }
  table.show("256 threads a block, width x height; a matrix is copied");
  lesson::check_same(
      "the last copy",
      lesson::compare(d_in.download(), d_out.download()));
}

void step_occupancy() {
  cudaDeviceProp p;
  CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
  lesson::Table table(
      {"block", "blocks a multiprocessor", "occupancy"});
  for (const int threads : {32, 64, 128, 256, 512, 1024}) {
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, add_kernel, threads, 0));
    const double share = 100.0 * blocks * threads;
    table.row(threads, blocks,
              lesson::format("%.0f%%",
                             share / p.maxThreadsPerMultiProcessor));
  }
  table.show("add_kernel; 100% is " +
             lesson::grouped(p.maxThreadsPerMultiProcessor) +
             " threads");
  int grid = 0, block = 0;
  CUDA_CHECK(
      cudaOccupancyMaxPotentialBlockSize(&grid, &block, add_kernel));
  lesson::text(
      lesson::format("`cudaOccupancyMaxPotentialBlockSize` suggests %d "
                     "threads a block, "
                     "and %d blocks to fill the device.",
                     block, grid));
}

// ---- steps: what goes wrong ----

void step_wrong_guard() {
  lesson::expect_diagnosis("memcheck-oob");
  AddInput v(1000);
  add_unguarded_kernel<<<ceil_div(v.n(), kThreads), kThreads>>>(
      v.d_a.data(), v.d_b.data(), v.d_sums.data());
  CUDA_CHECK(cudaGetLastError());
  v.check("the 1,000 sums themselves");
}

void step_wrong_division() {
  AddInput v(1000);
  v.d_sums.fill_bytes(0);
  const int blocks = v.n() / kThreads;  // faulty: 3, and 4 are needed
  add_kernel<<<blocks, kThreads>>>(v.d_a.data(), v.d_b.data(),
                                   v.d_sums.data(), v.n());
  CUDA_CHECK(cudaGetLastError());
  const lesson::Comparison sums =
      lesson::compare(reference_add(v.a, v.b), v.d_sums.download());
  lesson::check("first element that is not right", size_t{768},
                sums.first);
  lesson::text("No error, no report: " + sums.text() + ".");
}

void step_wrong_unchecked() {
  lesson::expect_diagnosis("launch-config");
  AddInput v(3000);
  v.d_sums.fill_bytes(0);
  add_kernel<<<1, v.n()>>>(
      v.d_a.data(), v.d_b.data(), v.d_sums.data(),
      v.n());  // faulty: 3,000 threads, and no check
  const std::vector<float> sums = v.d_sums.download();
  const cudaError_t late = cudaGetLastError();
  lesson::check("the kernel's first sum, never computed", 0.0f,
                sums[0]);
  lesson::text(std::string("What a check would have said: ") +
               cudaGetErrorName(late) + ".");
}

int main(int argc, char** argv) {
  lesson::Program program;
  program.step("qualifiers", "Where a function runs", step_qualifiers);
  program.step("launch", "The four parameters of a launch",
               step_launch);
  program.step("asynchronous", "A launch returns at once",
               step_asynchronous);
  program.step("arguments", "Arguments are copied", step_arguments);
  program.step("templates", "Kernels can be templates", step_templates);
  program.step("device_printf", "printf from the device", step_printf);
  program.step("thread_number", "Multiply left, add right",
               step_thread_number);
  program.step("row_col", "Rows and columns", step_row_col);
  program.step("limits", "What this device allows", step_limits);
  program.step("exceed", "What happens beyond the limits", step_exceed);
  program.step("add_three", "{2, 3, 2} + {5, 3, 3}", step_add_three);
  program.step("add_guarded", "Sizes that don't divide",
               step_add_guarded);
  program.step("add_millions", "Millions, three ways",
               step_add_millions);
  program.step("coalescing", "Neighbours read neighbours",
               step_coalescing);
  program.step("block_shape", "The shape of a block", step_block_shape);
  program.step("occupancy", "How many threads are there at once",
               step_occupancy);
  program.step("wrong_guard", "Wrong: no guard", step_wrong_guard);
  program.step("wrong_division", "Wrong: a division that rounds down",
               step_wrong_division);
  program.step("wrong_unchecked", "Wrong: a launch that nobody checks",
               step_wrong_unchecked);
  return program.run(argc, argv);
}
