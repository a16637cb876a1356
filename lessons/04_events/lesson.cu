// Lesson 04, events: marks in a stream, for waiting and for timing.
//
// What to notice: an event is a place in a queue. Recording one costs
// the host nothing but the call; whoever waits for it waits for what is
// in front of that place, and for nothing behind it.
#include "cuda/buffer.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- kernels ----

__global__ void add_kernel(int* value, int summand) {
  *value += summand;
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

std::string ms_text(double ms) { return lesson::format("%.2f", ms); }

// ---- steps ----

void step_record() {
  gpu::Stream stream;
  cudaEvent_t event = nullptr;
  CUDA_CHECK(cudaEventCreate(&event));
  const cudaError_t never = cudaEventQuery(event);
  spin()(kHoldMs, stream);
  CUDA_CHECK(cudaEventRecord(event, stream));
  const cudaError_t busy = cudaEventQuery(event);
  CUDA_CHECK(cudaEventSynchronize(event));
  const cudaError_t reached = cudaEventQuery(event);
  CUDA_CHECK(cudaEventDestroy(event));
  lesson::Table table({"cudaEventQuery", "answer"});
  table.row("created, not recorded", cudaGetErrorName(never));
  table.row("recorded behind a kernel", cudaGetErrorName(busy));
  table.row("after cudaEventSynchronize", cudaGetErrorName(reached));
  table.show("one event");
  check_code("never recorded", cudaSuccess, never);
  check_code("not reached yet", cudaErrorNotReady, busy);
  check_code("reached", cudaSuccess, reached);
}

void step_partial() {
  lesson::ask(
      {"A stream holds a kernel of 60 ms, an event, and a "
       "kernel of 120 ms. The host synchronises with the "
       "event. What does cudaStreamQuery say then?",
       {"cudaSuccess", "cudaErrorNotReady"},
       1,
       "The host waited for what is in front of the event. The "
       "second kernel is still at work."});
  gpu::Stream stream;
  gpu::PinnedBuffer<int> h_value(1);
  gpu::DeviceBuffer<int> d_value(std::vector<int>{41});
  gpu::Event copied;
  spin()(kHoldMs, stream);
  add_kernel<<<1, 1, 0, stream>>>(d_value.data(), 1);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpyAsync(h_value.data(), d_value.data(),
                             sizeof(int), cudaMemcpyDeviceToHost,
                             stream));
  copied.record(stream);
  spin()(2 * kHoldMs, stream);
  CUDA_CHECK(cudaEventSynchronize(copied));
  const int value = h_value[0];
  check_code("the stream", cudaErrorNotReady, cudaStreamQuery(stream));
  lesson::check("what the host has already", 42, value);
  stream.synchronize();
}

void step_elapsed() {
  const int ms = static_cast<int>(lesson::parameter(
      "kernel_ms", 20, 1, 500, "milliseconds that the kernel takes"));
  gpu::Stream stream;
  gpu::Event begin, end;
  float elapsed = 0;
  CUDA_CHECK(cudaEventRecord(begin, stream));
  spin()(ms, stream);
  CUDA_CHECK(cudaEventRecord(end, stream));
  CUDA_CHECK(cudaEventSynchronize(end));
  CUDA_CHECK(cudaEventElapsedTime(&elapsed, begin, end));
  lesson::Table table({"a kernel of", "between the events"});
  table.row(std::to_string(ms) + " ms", ms_text(elapsed) + " ms");
  table.show("cudaEventElapsedTime" + gpu::whose_times());
  lesson::check_that("the kernel is between them", elapsed > 0.9 * ms,
                     "at least " + std::to_string(ms) + " ms or so",
                     ms_text(elapsed) + " ms");
}

int main(int argc, char** argv) {
  if (lesson::is_case(argc, argv)) {
    return lesson::run_case(argv, kCases);
  }
  lesson::Program program;
  program.step("record", "A mark in a queue", step_record);
  program.step("partial", "Wait for a part of a queue", step_partial);
  program.step("elapsed", "The time between two marks", step_elapsed);
  program.step("wait_event", "A stream waits for a stream",
               step_wait_event);
  program.step("latest_record", "Which record is waited for",
               step_latest_record);
  program.step("diamond", "Four streams in a diamond", step_diamond);
  program.step("three_clocks", "Three ways to time a kernel",
               step_three_clocks);
  program.step("warm_up", "The first run is another one", step_warm_up);
  program.step("no_timing", "Events that only order", step_no_timing);
  program.step("wrong_not_recorded", "Wrong: waiting for nothing",
               step_wrong_not_recorded);
  program.step("wrong_not_ready", "Wrong: asked before the end",
               step_wrong_not_ready);
  program.step("wrong_stream", "Wrong: events beside the work",
               step_wrong_stream);
  return program.run(argc, argv);
}
