// Host memory as a device sees it: pageable, pinned, registered,
// mapped.
//
// What to notice: a copy engine needs pages that stay where they are.
// Pageable memory has none, so somebody has to copy once more.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/profile.h"
#include "cuda/stream.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"
#include "steps.h"

constexpr int kThreads = 256;

// Host memory of `size` bytes, each of them written: memory that was
// never touched has no pages yet.
std::vector<char> touched(size_t size) {
  std::vector<char> bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = char(i % 127);
  return bytes;
}

// The middle of several runs of `work`, which waits for its own end.
template <class Work>
double median_ms(Work work) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> ms;
  for (int run = -2; run < 7; ++run) {  // two to warm up
    const Clock::time_point begin = Clock::now();
    work();
    const double taken =
        std::chrono::duration<double, std::milli>(Clock::now() - begin)
            .count();
    if (run >= 0) ms.push_back(taken);
  }
  return gpu::summarise(ms).median_ms;
}

double rate(size_t bytes, double ms) { return bytes / (ms * 1e6); }

// ---- staging ----

// Copies pageable memory in pieces through two pinned buffers: while
// one is on its way to the device, the host fills the other.
void copy_staged(char* d_to, const char* from, size_t bytes,
                 gpu::PinnedBuffer<char>* slots, gpu::Event* sent,
                 cudaStream_t stream) {
  const size_t piece = slots[0].size();
  for (size_t at = 0, k = 0; at < bytes; at += piece, ++k) {
    const size_t size = std::min(piece, bytes - at);
    gpu::PinnedBuffer<char>& slot = slots[k % 2];
    if (k >= 2) sent[k % 2].synchronize();  // it is on the device now
    std::memcpy(slot.data(), from + at, size);
    CUDA_CHECK(cudaMemcpyAsync(d_to + at, slot.data(), size,
                               cudaMemcpyHostToDevice, stream));
    sent[k % 2].record(stream);
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

void step_staging() {
  const size_t piece =
      1024 * lesson::parameter("piece", 1024, 4, 65536,
                               "kilobytes of a staging buffer");
  const size_t bytes = (lesson::scale<size_t>(5, 100) << 20) + 12345;
  const std::vector<char> pageable = touched(bytes);
  gpu::DeviceBuffer<char> d_to(bytes);
  gpu::PinnedBuffer<char> slots[2] = {gpu::PinnedBuffer<char>(piece),
                                      gpu::PinnedBuffer<char>(piece)};
  gpu::Event sent[2];
  gpu::Stream stream;
  const auto staged = [&] {
    copy_staged(d_to.data(), pageable.data(), bytes, slots, sent,
                stream);
  };
  staged();
  lesson::check_same("every byte arrives",
                     lesson::compare(pageable, d_to.download()));
  if (!lesson::on_gpu()) return;
  const double plain = median_ms([&] {
    CUDA_CHECK(cudaMemcpy(d_to.data(), pageable.data(), bytes,
                          cudaMemcpyHostToDevice));
  });
  lesson::measure({"staged by hand", rate(bytes, median_ms(staged)),
                   "GB/s", "cudaMemcpy of pageable memory",
                   rate(bytes, plain), ""});
}

// ---- pageable against pinned ----

// How long copies of `bytes` from either kind of memory take.
struct Pair {
  size_t bytes;
  double pageable_ms, pinned_ms;
};

Pair measure(size_t bytes, const std::vector<char>& pageable,
             const gpu::PinnedBuffer<char>& pinned, char* d_to) {
  const auto from = [&](const char* host) {
    return median_ms([&, host] {
      CUDA_CHECK(cudaMemcpy(d_to, host, bytes, cudaMemcpyHostToDevice));
      CUDA_CHECK(cudaDeviceSynchronize());
    });
  };
  return {bytes, from(pageable.data()), from(pinned.data())};
}

void show(const std::vector<Pair>& pairs) {
  lesson::Plot plot("Host to device: pageable against pinned memory",
                    {"size", "bytes", lesson::Scale::kLog},
                    {"bandwidth", "GB/s"});
  for (const Pair& pair : pairs) {
    const double x = double(pair.bytes);
    plot.point("pinned", x, rate(pair.bytes, pair.pinned_ms));
    plot.point("pageable", x, rate(pair.bytes, pair.pageable_ms));
  }
  plot.show(
      "A copy has a fixed cost; pageable memory is copied twice.");
  const Pair& last = pairs.back();
  lesson::measure({"pinned", rate(last.bytes, last.pinned_ms), "GB/s",
                   "pageable", rate(last.bytes, last.pageable_ms),
                   lesson::bytes_text(double(last.bytes))});
}

void step_bandwidth() {
  const int largest = lesson::scale(20, 28);  // powers of two
  const std::vector<char> pageable = touched(size_t{1} << largest);
  gpu::PinnedBuffer<char> pinned(pageable.size());
  std::memcpy(pinned.data(), pageable.data(), pageable.size());
  gpu::DeviceBuffer<char> d_to(pageable.size());
  std::vector<Pair> pairs;
  for (int power = 10; power <= largest; power += 2) {
    pairs.push_back(
        measure(size_t{1} << power, pageable, pinned, d_to.data()));
  }
  if (lesson::on_gpu()) {
    show(pairs);
  } else {
    lesson::text(
        "On the cpu backend all memory is the CPU's, pinned or not: "
        "the "
        "copies are made and compared, and no bandwidth is shown.");
  }
  lesson::check_same("the bytes are the same",
                     lesson::compare(pageable, d_to.download()));
}

// ---- registered ----

void step_registered() {
  lesson::expect_diagnosis("api-error");
  std::vector<char> memory(1 << 16, 1);
  void* const p = memory.data();
  const auto type = [p] {
    cudaPointerAttributes a = {};
    CUDA_CHECK(cudaPointerGetAttributes(&a, p));
    return a.type == cudaMemoryTypeHost;
  };
  const bool before = type();
  CUDA_CHECK(
      cudaHostRegister(p, memory.size(), cudaHostRegisterDefault));
  const bool between = type();
  const cudaError_t twice =
      cudaHostRegister(p, memory.size(), cudaHostRegisterDefault);
  cudaGetLastError();
  CUDA_CHECK(cudaHostUnregister(p));
  const bool after = type();
  lesson::check("pinned before", false, before);
  lesson::check("pinned while it is registered", true, between);
  lesson::check("pinned after", false, after);
  check_code("registered a second time",
             cudaErrorHostMemoryAlreadyRegistered, twice);
}

// ---- zero-copy ----

// sums is (blocks, kThreads). Each thread adds `rounds` times what it
// reads: in is (n) and lies where it lies.
__global__ void sum_kernel(const int* in, int n, int rounds,
                           long long* sums) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  long long sum = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int i = first; i < n; i += step) sum += in[i];
  }
  sums[first] = sum;
}

constexpr int kBlocks = 64;

long long total(gpu::DeviceBuffer<long long>& d_sums) {
  const std::vector<long long> sums = d_sums.download();
  return std::accumulate(sums.begin(), sums.end(), 0ll);
}

// One row: both ways for a kernel that reads everything `rounds` times.
void compare_ways(lesson::Table& table, int rounds,
                  gpu::PinnedBuffer<int>& mapped, const int* d_mapped,
                  gpu::DeviceBuffer<int>& d_copy,
                  gpu::DeviceBuffer<long long>& d_sums) {
  const int n = int(mapped.size());
  const auto sum = [&](const int* in) {
    sum_kernel<<<kBlocks, kThreads>>>(in, n, rounds, d_sums.data());
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
  };
  const double direct = median_ms([&] { sum(d_mapped); });
  const double copied = median_ms([&] {
    CUDA_CHECK(cudaMemcpy(d_copy.data(), mapped.data(), mapped.bytes(),
                          cudaMemcpyHostToDevice));
    sum(d_copy.data());
  });
  table.row(rounds, lesson::format("%.3f", direct),
            lesson::format("%.3f", copied));
}

void step_zero_copy() {
  const int n = lesson::scale(1 << 14, 1 << 24);
  gpu::PinnedBuffer<int> mapped(n);
  std::iota(mapped.begin(), mapped.end(), 0);
  int* d_mapped = nullptr;  // the same memory, as a kernel sees it
  CUDA_CHECK(cudaHostGetDevicePointer(&d_mapped, mapped.data(), 0));
  gpu::DeviceBuffer<int> d_copy(n);
  gpu::DeviceBuffer<long long> d_sums(kBlocks * kThreads);
  sum_kernel<<<kBlocks, kThreads>>>(d_mapped, n, 1, d_sums.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check("the sum, without any copy", (n - 1ll) * n / 2,
                total(d_sums));
  lesson::check("both pointers are one address", true,
                d_mapped == mapped.data());
  if (!lesson::on_gpu()) return;
  lesson::Table table(
      {"times read", "zero-copy, ms", "copy and kernel, ms"});
  for (const int rounds : {1, 2, 8}) {
    compare_ways(table, rounds, mapped, d_mapped, d_copy, d_sums);
  }
  table.show(lesson::bytes_text(double(mapped.bytes())) +
             " in host memory, summed by a kernel");
}
