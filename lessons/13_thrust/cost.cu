// Lesson 13: what an algorithm costs, against kernels like those of
// lessons 05 and 07. Times are measured on a GPU alone; what an
// algorithm asks of the memory allocator is counted everywhere.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/random.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- kernels to compare with ----

constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;

// The sum of all threads of a block, in thread 0.
__device__ float block_sum(float sum) {
  __shared__ float warp_sums[kThreads / kWarp];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(kAllLanes, sum, offset);
  }
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();  // all warp sums are there before thread 0 reads
  if (threadIdx.x > 0) return 0;
  sum = 0;
  for (const float part : warp_sums) sum += part;
  return sum;
}

// in is (n), n a multiple of 4; out is one number and starts as 0.
__global__ void sum_kernel(const float4* in, int n4, float* out) {
  const int threads = gridDim.x * blockDim.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4;
       i += threads) {
    const float4 four = in[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);  // one a block
}

// x and y are (n).
__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];  // the last block may be partial
}

// Collects the values that are at least threshold, in any order, one
// atomic a warp (lesson 08). in is (n), out has room for all of them,
// *count starts as 0.
__global__ void collect_kernel(const float* in, int n, float threshold,
                               float* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % kWarp;
  const bool hit = i < n && in[i] >= threshold;
  const unsigned hits = __ballot_sync(kAllLanes, hit);
  if (hits == 0) return;  // of the whole warp
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(hits));
  base = __shfl_sync(kAllLanes, base, 0);
  const unsigned before = hits & ((1u << lane) - 1);
  if (hit) out[base + __popc(before)] = in[i];
}

// ---- launchers ----

void sum(const float* d_in, int n, float* d_out) {
  const int most = lesson::scale(16, 1024);  // blocks
  const int blocks = std::min(ceil_div(n / 4, kThreads), most);
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(float)));
  sum_kernel<<<blocks, kThreads>>>(
      reinterpret_cast<const float4*>(d_in), n / 4, d_out);
  CUDA_CHECK(cudaGetLastError());
}

void saxpy(float a, const float* d_x, float* d_y, int n) {
  saxpy_kernel<<<ceil_div(n, kThreads), kThreads>>>(a, d_x, d_y, n);
  CUDA_CHECK(cudaGetLastError());
}

void collect(const float* d_in, int n, float threshold, float* d_out,
             int* d_count) {
  CUDA_CHECK(cudaMemsetAsync(d_count, 0, sizeof(int)));
  collect_kernel<<<ceil_div(n, kThreads), kThreads>>>(
      d_in, n, threshold, d_out, d_count);
  CUDA_CHECK(cudaGetLastError());
}

// ---- memory for algorithms ----

// Gives the algorithms memory that it keeps: an allocation is made
// where none that is free is large enough.
class KeptMemory {
 public:
  using value_type = char;

  KeptMemory() = default;
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;

  char* allocate(std::ptrdiff_t bytes) {
    ++requests_;
    auto found = free_.lower_bound(bytes);
    if (found == free_.end()) {
      blocks_.emplace_back(static_cast<size_t>(bytes));
      sizes_[blocks_.back().data()] = bytes;
      return blocks_.back().data();
    }
    char* block = found->second;
    free_.erase(found);
    return block;
  }
  void deallocate(char* block, size_t) {
    free_.emplace(sizes_.at(block), block);
  }
  int requests() const { return requests_; }
  int allocations() const { return static_cast<int>(blocks_.size()); }

 private:
  std::vector<gpu::DeviceBuffer<char>> blocks_;
  std::map<char*, std::ptrdiff_t> sizes_;
  std::multimap<std::ptrdiff_t, char*> free_;
  int requests_ = 0;
};

// ---- steps ----

struct AtLeast {
  float threshold;
  __host__ __device__ bool operator()(float value) const {
    return value >= threshold;
  }
};

struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const {
    return a * x + y;
  }
};

// On a GPU: the median times of both, with L2 overwritten before each.
template <class Call, class Kernel>
void compare_times(const std::string& name, Call call,
                   const std::string& other, Kernel kernel) {
  if (!lesson::on_gpu()) return;
  const gpu::Timing thrust_time = gpu::time_work(call);
  const gpu::Timing kernel_time = gpu::time_work(kernel);
  lesson::measure({name, thrust_time.median_ms, "ms", other,
                   kernel_time.median_ms,
                   lesson::format("spread %.1f%% and %.1f%%",
                                  100 * thrust_time.spread(),
                                  100 * kernel_time.spread())});
}

int numbers() { return lesson::scale(1 << 14, 1 << 26); }

void step_cost_reduce() {
  const int n = numbers();
  const std::vector<float> x = gpu::Random(kSeed).whole_floats(n, 0, 1);
  const thrust::device_vector<float> v = x;
  gpu::DeviceBuffer<float> d_out(1);
  const float* d_v = thrust::raw_pointer_cast(v.data());
  double expected = 0;
  for (const float value : x) expected += value;
  // Sums below 2^24 are exact. Above, there are only additions of
  // whole blocks' sums.
  const double tolerance = 1024 * 0x1p-24 * expected;
  sum(d_v, n, d_out.data());
  lesson::check_near("the kernel's sum", expected, d_out.download()[0],
                     tolerance, "1,024 rounded additions");
  lesson::check_near("the algorithm's", expected,
                     thrust::reduce(v.begin(), v.end()), tolerance,
                     "the same");
  compare_times(
      "thrust::reduce", [&] { thrust::reduce(v.begin(), v.end()); },
      "a kernel as in lesson 07", [&] { sum(d_v, n, d_out.data()); });
}

void step_cost_transform() {
  const int n = numbers();
  const std::vector<float> x = gpu::Random(kSeed).whole_floats(n, 0, 9);
  const thrust::device_vector<float> d_x = x;
  thrust::device_vector<float> d_y = x;
  const float* x_data = thrust::raw_pointer_cast(d_x.data());
  float* y_data = thrust::raw_pointer_cast(d_y.data());
  const auto call = [&] {
    thrust::transform(d_x.begin(), d_x.end(), d_y.begin(), d_y.begin(),
                      Saxpy{2});
  };
  call();
  saxpy(2, x_data, y_data, n);
  std::vector<float> expected = x;
  for (float& value : expected) value *= 5;  // x + 2x + 2x
  lesson::check_same("y after one of each",
                     lesson::compare(expected, on_host(d_y)));
  compare_times("thrust::transform", call, "a kernel as in lesson 05",
                [&] { saxpy(2, x_data, y_data, n); });
}

void step_cost_compact() {
  const int n = numbers();
  const auto percent = lesson::parameter(
      "percent", 10, 0, 100, "of the numbers that are kept");
  const float threshold = 1 - static_cast<float>(percent) / 100;
  const std::vector<float> x = gpu::Random(kSeed).floats(n, 0, 1);
  std::vector<float> expected;
  for (const float value : x) {
    if (value >= threshold) expected.push_back(value);
  }
  const thrust::device_vector<float> v = x;
  thrust::device_vector<float> out(n);
  const auto call = [&] {
    return thrust::copy_if(v.begin(), v.end(), out.begin(),
                           AtLeast{threshold});
  };
  std::vector<float> kept(call() - out.begin());
  thrust::copy(out.begin(), out.begin() + kept.size(), kept.begin());
  lesson::check_same("the algorithm's, in order",
                     lesson::compare(expected, kept));
  gpu::DeviceBuffer<float> d_out(n);
  gpu::DeviceBuffer<int> d_count(1);
  const auto kernel = [&] {
    collect(thrust::raw_pointer_cast(v.data()), n, threshold,
            d_out.data(), d_count.data());
  };
  kernel();
  lesson::check("the kernel's, in any order: how many",
                static_cast<int>(expected.size()),
                d_count.download()[0]);
  compare_times(
      "thrust::copy_if", [&] { call(); }, "a kernel as in lesson 08",
      kernel);
}

void step_cost_small() {
  const int n = 1000, calls = 10;
  const thrust::device_vector<float> v(n, 1.0f);
  KeptMemory memory;
  for (int call = 0; call < calls; ++call) {
    const float total =
        thrust::reduce(thrust::cuda::par(memory), v.begin(), v.end());
    if (total != n) lesson::check("sum", static_cast<float>(n), total);
  }
  lesson::Table table({"", "for 10 calls of reduce"});
  table.row("requests for memory", memory.requests());
  table.row("allocations that were made", memory.allocations());
  table.show("with an allocator that keeps what it has");
  lesson::check("requests, at least one a call", true,
                memory.requests() >= calls);
  lesson::check("allocations, fewer than requests", true,
                memory.allocations() < memory.requests());
  const gpu::DeviceBuffer<float> d_v(std::vector<float>(n, 1.0f));
  gpu::DeviceBuffer<float> d_out(1);
  const auto kernel = [&] { sum(d_v.data(), n, d_out.data()); };
  kernel();
  lesson::check("a kernel's sum, without any", static_cast<float>(n),
                d_out.download()[0]);
  compare_times(
      "thrust::reduce", [&] { thrust::reduce(v.begin(), v.end()); },
      "a kernel as in lesson 07", kernel);
  compare_times(
      "thrust::reduce, memory kept",
      [&] {
        thrust::reduce(thrust::cuda::par(memory), v.begin(), v.end());
      },
      "a kernel as in lesson 07", kernel);
}
