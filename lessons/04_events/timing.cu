// How to time, and how not to: host clock and events, the first run,
// events that can't be timed.
#include <algorithm>
#include <chrono>

#include "cuda/buffer.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"
#include "steps.h"

constexpr int kThreads = 256;

// ---- kernels ----

// values is (n). Launched by step_warm_up alone, so that its first
// launch is the first of this program.
__global__ void square_kernel(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= values[i];  // the last block may be partial
}

__global__ void double_kernel(int* value) { *value *= 2; }

// ---- steps ----

using Clock = std::chrono::steady_clock;

double ms_between(Clock::time_point begin, Clock::time_point end) {
  using Ms = std::chrono::duration<double, std::milli>;
  return Ms(end - begin).count();
}

constexpr double kKernelMs = 30;

// Runs in a process of its own, as the checker reports a clock that was
// read too early at the end of a process. Tells microseconds.
void no_wait(int) {
  gpu::Stream stream;
  spin()(0, stream);  // the first launch loads the kernel
  stream.synchronize();
  const Clock::time_point begin = Clock::now();
  spin()(kKernelMs, stream);
  const Clock::time_point end = Clock::now();  // Faulty: too early
  stream.synchronize();
  lesson::tell("microseconds",
               static_cast<int>(1000 * ms_between(begin, end)));
}

const std::vector<lesson::Case> kCases = {{"no_wait", no_wait}};

// Both clocks around one kernel that has `ahead_ms` of other work in
// front of it in its stream.
struct Clocks {
  double host, events;
};
Clocks time_behind(double ahead_ms) {
  gpu::Stream stream;
  gpu::Event begin, end;
  spin();
  const Clock::time_point host_begin = Clock::now();
  spin()(ahead_ms, stream);
  begin.record(stream);
  spin()(kKernelMs, stream);
  end.record(stream);
  stream.synchronize();
  const double host = ms_between(host_begin, Clock::now());
  return {host, gpu::Event::milliseconds(begin, end)};
}

void step_three_clocks() {
  lesson::ask(
      {"A kernel of 30 ms is launched behind 60 ms of other "
       "work, and the host waits for the stream. What does the "
       "host's clock say from the launches to the end of the "
       "wait?",
       {"30 ms", "60 ms", "90 ms"},
       2,
       "The host waits for everything in the stream. Only "
       "events can stand right before and behind one kernel."});
  lesson::expect_diagnosis("missing-sync");
  const double no_wait_ms =
      lesson::run_in_own_process("no_wait").at(0).value / 1000.0;
  const Clocks alone = time_behind(0), behind = time_behind(kHoldMs);
  lesson::Table table({"clock", "idle stream", "60 ms of work ahead"});
  table.row("host, without waiting", ms_text(no_wait_ms), "");
  table.row("host, with waiting", ms_text(alone.host),
            ms_text(behind.host));
  table.row("events", ms_text(alone.events), ms_text(behind.events));
  table.show("ms for a kernel of 30 ms" + gpu::whose_times());
  lesson::check_that("the host's clock without waiting",
                     no_wait_ms < kKernelMs, "less than the kernel",
                     ms_text(no_wait_ms) + " ms");
  lesson::check_that("the host's clock, work ahead",
                     behind.host > 0.9 * (kHoldMs + kKernelMs),
                     "the work ahead as well",
                     ms_text(behind.host) + " ms");
  lesson::check_that(
      "events, work ahead",
      behind.events > 0.9 * kKernelMs && behind.events < behind.host,
      "the kernel", ms_text(behind.events) + " ms");
}

void step_warm_up() {
  const int n = lesson::scale(1 << 16, 1 << 24);
  gpu::DeviceBuffer<float> d_values(std::vector<float>(n, 1));
  const int blocks = (n + kThreads - 1) / kThreads;
  gpu::Stream stream;
  std::vector<double> ms;
  for (int run = 0; run < 7; ++run) {
    gpu::Event begin, end;
    begin.record(stream);
    square_kernel<<<blocks, kThreads, 0, stream>>>(d_values.data(), n);
    CUDA_CHECK(cudaGetLastError());
    end.record(stream);
    end.synchronize();
    ms.push_back(gpu::Event::milliseconds(begin, end));
  }
  lesson::Table table({"run", "ms"});
  for (size_t run = 0; run < ms.size(); ++run) {
    table.row(run + 1, lesson::format("%.4f", ms[run]));
  }
  table.show("the same kernel, seven times" + gpu::whose_times());
  double mean = 0;
  for (const double x : ms) mean += x / double(ms.size());
  const gpu::Timing rest =
      gpu::summarise(std::vector<double>(ms.begin() + 1, ms.end()));
  lesson::text(lesson::format(
      "Mean of all seven: %.4f ms. Median of the last six: %.4f ms, "
      "from %.4f to %.4f.",
      mean, rest.median_ms, rest.min_ms, rest.max_ms));
  lesson::check("every value, 1 squared", 1.f,
                d_values.download()[n - 1]);
}

void step_no_timing() {
  lesson::expect_diagnosis("api-error");
  gpu::Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  gpu::DeviceBuffer<int> d_value(std::vector<int>{21});
  gpu::Event begin(cudaEventDisableTiming), end(cudaEventDisableTiming);
  begin.record(a);
  spin()(kHoldMs, a);
  double_kernel<<<1, 1, 0, a>>>(d_value.data());
  end.record(a);
  CUDA_CHECK(cudaStreamWaitEvent(b, end));
  double_kernel<<<1, 1, 0, b>>>(d_value.data());
  CUDA_CHECK(cudaGetLastError());
  b.synchronize();
  float ms = -1;
  const cudaError_t timed = cudaEventElapsedTime(&ms, begin, end);
  cudaGetLastError();  // the record of this failure ends here
  check_code("cudaEventElapsedTime", cudaErrorInvalidResourceHandle,
             timed);
  lesson::check("21 * 2 * 2, in order", 84, d_value.download()[0]);
}
