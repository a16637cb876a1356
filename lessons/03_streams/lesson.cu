// Lesson 03, streams: queues of work that the host does not wait for.
//
// What to notice: almost every call here returns before its work is
// done. So ask of each buffer: who may still need it? And of each pair
// of operations: what puts one before the other?
#include <chrono>

#include "cuda/buffer.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- kernels ----

// values is (n).
__global__ void double_kernel(float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;  // the last block may be partial
}

struct Purchase {
  int melons;
  float price;
};

// out is one number.
__global__ void pay_kernel(Purchase purchase, float* out) {
  *out = purchase.melons * purchase.price;
}

// ---- what all files use ----

const gpu::Spin& spin() {
  static const gpu::Spin spin;
  return spin;
}

void check_code(const std::string& name, cudaError_t expected,
                cudaError_t got) {
  lesson::check(name, cudaGetErrorName(expected),
                cudaGetErrorName(got));
}

class Stopwatch {
 public:
  double ms() const {
    using Ms = std::chrono::duration<double, std::milli>;
    return Ms(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
};

// ---- steps ----

void step_queue() {
  const int n = 100;
  const size_t bytes = n * sizeof(float);
  gpu::PinnedBuffer<float> h_in(n), h_out(n);
  for (int i = 0; i < n; ++i) h_in[i] = i;
  h_in[2] = 520.25f;
  gpu::DeviceBuffer<float> d_values(n);
  gpu::Stream stream;
  CUDA_CHECK(cudaMemcpyAsync(d_values.data(), h_in.data(), bytes,
                             cudaMemcpyHostToDevice, stream));
  double_kernel<<<1, 128, 0, stream>>>(d_values.data(), n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpyAsync(h_out.data(), d_values.data(), bytes,
                             cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));  // h_out is there now
  std::vector<float> expected, got(h_out.begin(), h_out.end());
  for (const float x : h_in) expected.push_back(2 * x);
  lesson::check("h_out[2], from 520.25", 1040.5f, h_out[2]);
  lesson::check_same("all 100", lesson::compare(expected, got));
}

void step_returns() {
  const int ms = static_cast<int>(
      lesson::parameter("kernel_ms", 60, 20, 500,
                        "milliseconds that each of the kernels takes"));
  lesson::ask(
      {"Three kernels of " + std::to_string(ms) +
           " ms are queued in one stream. After how long is "
           "the host behind the third launch?",
       {"almost at once", "after two kernels", "after three kernels"},
       0,
       "A launch puts the kernel into the queue, no more."});
  gpu::Stream stream;
  spin();  // measures the clock now, not in between
  lesson::Table table(
      {"the host is behind", "host clock, ms", "query"});
  const Stopwatch clock;
  cudaError_t busy = cudaSuccess;
  for (int kernel = 1; kernel <= 3; ++kernel) {
    spin()(ms, stream);
    const double queued = clock.ms();
    busy = cudaStreamQuery(stream);
    table.row("launch " + std::to_string(kernel),
              lesson::format("%.2f", queued), cudaGetErrorName(busy));
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));
  const double waited = clock.ms();
  const cudaError_t idle = cudaStreamQuery(stream);
  table.row("cudaStreamSynchronize", lesson::format("%.2f", waited),
            cudaGetErrorName(idle));
  table.show("what the host sees" + gpu::whose_times());
  check_code("behind the third launch", cudaErrorNotReady, busy);
  check_code("after waiting", cudaSuccess, idle);
  lesson::check_that("the wait took the three kernels' time",
                     waited > 2.5 * ms,
                     "about " + std::to_string(3 * ms) + " ms",
                     lesson::format("%.1f ms", waited));
}

void step_arguments() {
  lesson::ask(
      {"A kernel is queued with the argument {3 melons, 2.50}. Before "
       "it begins, the variable is set to {0, 0} and goes out of "
       "scope. What does the kernel compute?",
       {"7.5", "0", "something undefined"},
       0,
       "Arguments are copied at the launch, the whole struct by value. "
       "A pointer is copied as well; what it points to is not."});
  gpu::DeviceBuffer<float> d_out(1);
  gpu::Stream stream;
  spin()(kHoldMs, stream);  // what follows in the stream has to wait
  {
    Purchase purchase = {3, 2.5f};
    pay_kernel<<<1, 1, 0, stream>>>(purchase, d_out.data());
    purchase = {0, 0};
  }
  CUDA_CHECK(cudaGetLastError());
  check_code("the stream behind the launch", cudaErrorNotReady,
             cudaStreamQuery(stream));
  stream.synchronize();
  lesson::check("what was paid", 7.5f, d_out.download()[0]);
}

// ---- copies that wait, and copies that don't ----

struct Copy {
  std::string name;
  void* to;
  const void* from;
  size_t bytes;
  cudaMemcpyKind kind;
};

// True if the call comes back while the kernel in front of the copy
// still runs.
bool returns_early(const Copy& copy, cudaStream_t stream) {
  gpu::Event kernel_done;
  spin()(kHoldMs, stream);
  kernel_done.record(stream);
  CUDA_CHECK(cudaMemcpyAsync(copy.to, copy.from, copy.bytes, copy.kind,
                             stream));
  const bool early = cudaEventQuery(kernel_done) == cudaErrorNotReady;
  CUDA_CHECK(cudaStreamSynchronize(stream));
  return early;
}

void step_pageable() {
  lesson::ask(
      {"cudaMemcpyAsync behind a busy kernel. Which of these "
       "has to wait for the kernel before it can return?",
       {"pinned memory to the device", "the device to pinned memory",
        "the device to memory from new"},
       2,
       "Only pinned memory can be written while the host does "
       "something else."});
  const size_t large = lesson::scale<size_t>(2 << 20, 16 << 20);
  const size_t small = 4096;
  gpu::PinnedBuffer<char> pinned(large);
  std::fill(pinned.begin(), pinned.end(), 1);
  std::vector<char> plain(large, 2);
  gpu::DeviceBuffer<char> device(plain);
  char* d = device.data();
  const auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
  const std::vector<Copy> copies = {
      {"pinned to device", d, pinned.data(), large, up},
      {"pageable to device", d, plain.data(), small, up},
      {"pageable to device", d, plain.data(), large, up},
      {"device to pinned", pinned.data(), d, large, down},
      {"device to pageable", plain.data(), d, small, down}};
  gpu::Stream stream;
  std::vector<bool> early;
  lesson::Table table(
      {"copy", "size", "came back before the kernel ended"});
  for (const Copy& copy : copies) {
    early.push_back(returns_early(copy, stream));
    table.row(copy.name, lesson::bytes_text(copy.bytes),
              bool(early.back()));
  }
  table.show("cudaMemcpyAsync behind a kernel of 60 ms");
  lesson::check("pinned to device came back early", true,
                bool(early[0]));
  lesson::check("device to pinned came back early", true,
                bool(early[3]));
  lesson::check("device to pageable came back early", false,
                bool(early[4]));
}

int main(int argc, char** argv) {
  if (lesson::is_case(argc, argv)) {
    return lesson::run_case(argv, kCases);
  }
  lesson::Program program;
  program.step("queue", "A copy, a kernel, a copy", step_queue);
  program.step("returns", "Calls return before the work ends",
               step_returns);
  program.step("arguments", "What the queue keeps", step_arguments);
  program.step("pageable", "Copies that wait", step_pageable);
  program.step("legacy", "The default stream waits for the others",
               step_legacy);
  program.step("non_blocking", "Streams that it leaves alone",
               step_non_blocking);
  program.step("two_threads", "Two threads, one default stream",
               step_two_threads);
  program.step("one_stream", "Pieces in one stream", step_one_stream);
  program.step("overlap", "Pieces in several streams", step_overlap);
  program.step("plan", "How many streams? On paper", step_plan);
  program.step("overlap_ratio", "How many streams? Measured",
               step_overlap_ratio);
  program.step("host_function", "A host function in the queue",
               step_host_function);
  program.step("priorities", "Who is first when the device is full",
               step_priorities);
  program.step("allocation", "Memory in the order of a stream",
               step_allocation);
  program.step("graph", "A queue recorded once", step_graph);
  program.step("wrong_changed", "Wrong: a buffer changed too early",
               step_wrong_changed);
  program.step("wrong_freed", "Wrong: a buffer freed too early",
               step_wrong_freed);
  program.step("wrong_not_waited",
               "Wrong: a copy that waits for another stream",
               step_wrong_not_waited);
  program.step("wrong_host_function",
               "Wrong: the API in a host function",
               step_wrong_host_function);
  return program.run(argc, argv);
}
