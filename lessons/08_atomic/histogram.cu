// Lesson 08, many counters at once: a histogram, first in global
// memory, then one for each block. And compare-and-swap, from which
// every other atomic can be made.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"
#include "steps.h"

constexpr int kBins = 256;

// ---- CPU reference ----

std::vector<unsigned> reference_bins(
    const std::vector<unsigned char>& in) {
  std::vector<unsigned> bins(kBins, 0);
  for (const unsigned char value : in) ++bins[value];
  return bins;
}

// ---- kernels: histogram. in is (n), bins is (kBins) and starts as 0
// ----

__global__ void histogram_global_kernel(const unsigned char* in, int n,
                                        unsigned* bins) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += threads) {
    atomicAdd(&bins[in[i]], 1);
  }
}

__global__ void histogram_shared_kernel(const unsigned char* in, int n,
                                        unsigned* bins) {
  __shared__ unsigned block_bins[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    block_bins[bin] = 0;
  }
  __syncthreads();  // all bins are 0 before any is counted up
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += threads) {
    atomicAdd(&block_bins[in[i]], 1);
  }
  __syncthreads();  // all is counted before it is handed on
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    const unsigned counted = block_bins[bin];
    if (counted > 0) atomicAdd(&bins[bin], counted);
  }
}

// ---- kernels: a maximum of floats ----

// *address becomes the larger of itself and value.
__device__ void atomic_max_float(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int seen = *static_cast<volatile int*>(bits);
  while (__int_as_float(seen) < value) {
    const int found = atomicCAS(bits, seen, __float_as_int(value));
    if (found == seen) return;  // nobody came between: it is stored
    seen = found;               // somebody did: is value still larger?
  }
}

// in is (n), *largest starts as minus infinity.
__global__ void max_cas_kernel(const float* in, int n, float* largest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_max_float(largest, in[i]);
}

// ---- launchers ----

// 64 numbers a thread at least, so that handing on 256 bins is little
// beside counting; no more blocks than fill a large device.
int histogram_blocks(int n) {
  return std::max(1, std::min(ceil_div(n, kThreads * 64), 1024));
}

void histogram_global(const unsigned char* d_in, int n,
                      unsigned* d_bins) {
  CUDA_CHECK(cudaMemsetAsync(d_bins, 0, kBins * sizeof(unsigned)));
  histogram_global_kernel<<<histogram_blocks(n), kThreads>>>(d_in, n,
                                                             d_bins);
  CUDA_CHECK(cudaGetLastError());
}

void histogram_shared(const unsigned char* d_in, int n,
                      unsigned* d_bins) {
  CUDA_CHECK(cudaMemsetAsync(d_bins, 0, kBins * sizeof(unsigned)));
  histogram_shared_kernel<<<histogram_blocks(n), kThreads>>>(d_in, n,
                                                             d_bins);
  CUDA_CHECK(cudaGetLastError());
}

// ---- steps: histogram ----

// Grey values of an image: all equally frequent, or mostly sky.
std::vector<unsigned char> grey_values(int n, bool sky) {
  gpu::Random random(kSeed);
  std::vector<unsigned char> values(n);
  for (unsigned char& value : values) {
    const bool is_sky = sky && random.integer(0, 9) > 0;
    value = static_cast<unsigned char>(is_sky ? 200
                                              : random.integer(0, 255));
  }
  return values;
}

// Of the 32 values that a warp counts by one instruction, how many fall
// into one bin at most: the turns that its atomic takes, on average.
double turns_of_a_warp(const std::vector<unsigned char>& values) {
  double turns = 0;
  int warps = 0;
  for (size_t first = 0; first < values.size(); first += kWarp) {
    const size_t end = std::min(first + kWarp, values.size());
    int bins[kBins] = {}, fullest = 0;
    for (size_t i = first; i < end; ++i) {
      fullest = std::max(fullest, ++bins[values[i]]);
    }
    turns += fullest;
    ++warps;
  }
  return turns / warps;
}

using Histogram = void (*)(const unsigned char*, int, unsigned*);

// What one version did to one image.
struct HistogramRun {
  gpu::Counts counts;
  gpu::Timing timing;
};

HistogramRun run_histogram(const std::string& what, Histogram histogram,
                           const std::vector<unsigned char>& values) {
  const int n = static_cast<int>(values.size());
  gpu::DeviceBuffer<unsigned char> d_in(values);
  gpu::DeviceBuffer<unsigned> d_bins(kBins);
  HistogramRun run;
  gpu::ProfileScope scope;
  histogram(d_in.data(), n, d_bins.data());
  run.counts = scope.stop();
  lesson::check_same(
      "bins, " + what,
      lesson::compare(reference_bins(values), d_bins.download()));
  if (lesson::on_gpu()) {
    run.timing = gpu::time_work(
        [&] { histogram(d_in.data(), n, d_bins.data()); });
  }
  return run;
}

struct GreyImage {
  std::string name;
  std::vector<unsigned char> values;
};

std::vector<GreyImage> grey_images() {
  const int n = lesson::scale(1 << 18, 1 << 26);
  return {{"even", grey_values(n, false)},
          {"sky", grey_values(n, true)}};
}

// Milliseconds on a GPU, atomics on the cpu backend, and neither in the
// fast build.
const char* cost_unit() { return lesson::on_gpu() ? "ms" : "atomics"; }
std::string cost(const HistogramRun& run) {
  if (lesson::on_gpu()) {
    return lesson::format("%.3f", run.timing.median_ms);
  }
  return run.counts.counted ? lesson::grouped(run.counts.atomics) : "-";
}

void step_histogram_global() {
  lesson::Table table(
      {"image", cost_unit(), "on the fullest bin", "turns a warp"});
  for (const GreyImage& image : grey_images()) {
    const HistogramRun run =
        run_histogram(image.name, histogram_global, image.values);
    const std::vector<unsigned> bins = reference_bins(image.values);
    table.row(image.name, cost(run),
              *std::max_element(bins.begin(), bins.end()),
              lesson::format("%.1f", turns_of_a_warp(image.values)));
  }
  table.show("one global histogram");
}

// All atomics but one a value, which are those in shared memory.
std::string global_atomics(const HistogramRun& run, size_t values) {
  if (!run.counts.counted) return "-";
  return lesson::grouped(run.counts.atomics - values);
}

void step_histogram_shared() {
  lesson::Table table({"image", cost_unit(), "of them global",
                       "on one global bin, at most"});
  for (const GreyImage& image : grey_images()) {
    const HistogramRun run =
        run_histogram(image.name, histogram_shared, image.values);
    const size_t n = image.values.size();
    table.row(image.name, cost(run), global_atomics(run, n),
              histogram_blocks(static_cast<int>(n)));
  }
  table.show("a histogram for each block, then one for all");
}

// ---- steps: a maximum of floats ----

void add_max_row(lesson::Table& table, const std::string& order,
                 const std::vector<float>& values) {
  const int n = static_cast<int>(values.size());
  gpu::DeviceBuffer<float> d_in(values);
  gpu::DeviceBuffer<float> d_largest(std::vector<float>(1, -INFINITY));
  gpu::ProfileScope scope;
  max_cas_kernel<<<ceil_div(n, kThreads), kThreads>>>(d_in.data(), n,
                                                      d_largest.data());
  CUDA_CHECK(cudaGetLastError());
  const gpu::Counts counts = scope.stop();
  lesson::check("largest, " + order,
                *std::max_element(values.begin(), values.end()),
                d_largest.download()[0]);
  table.row(order, n,
            counts.counted ? lesson::grouped(counts.atomics)
                           : std::string("-"));
}

void step_float_max() {
  std::vector<float> values = gpu::Random(kSeed).floats(10007, -9, -1);
  lesson::Table table({"order", "numbers", "atomicCAS calls"});
  add_max_row(table, "random", values);
  std::sort(values.begin(), values.end());
  add_max_row(table, "rising", values);
  std::reverse(values.begin(), values.end());
  add_max_row(table, "falling", values);
  table.show("the same 10,007 negative numbers");
}
