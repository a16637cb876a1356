// What else goes into a stream: functions of the host, allocations, and
// whole sequences that were recorded before. And what a priority does.
#include "cuda/buffer.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- kernels ----

__global__ void add_kernel(int* value, int summand) {
  *value += summand;
}

__global__ void multiply_kernel(int* value, int factor) {
  *value *= factor;
}

// Each block takes `ticks` of its multiprocessor's clock.
__global__ void background_kernel(long long ticks) {
  const long long begin = clock64();
  while (clock64() - begin < ticks) {
  }
}

// ---- steps: host functions ----

// values is (n), in pinned memory.
struct Numbers {
  const int* values;
  int n;
  int* sum;
};

// Runs on a thread of the runtime, between two operations of a stream.
void CUDART_CB add_up(void* data) {
  const Numbers& numbers = *static_cast<Numbers*>(data);
  *numbers.sum = 0;
  for (int i = 0; i < numbers.n; ++i) {
    *numbers.sum += numbers.values[i];
  }
}

void step_host_function() {
  const int n = 101;
  gpu::DeviceBuffer<int> d_values(n), d_sum(1);
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i;
  d_values.upload(values);
  gpu::PinnedBuffer<int> h_values(n), h_sum(1);
  Numbers numbers = {h_values.data(), n, h_sum.data()};
  gpu::Stream stream;
  CUDA_CHECK(cudaMemcpyAsync(h_values.data(), d_values.data(),
                             d_values.bytes(), cudaMemcpyDeviceToHost,
                             stream));
  CUDA_CHECK(cudaLaunchHostFunc(stream, add_up, &numbers));
  CUDA_CHECK(cudaMemcpyAsync(d_sum.data(), h_sum.data(), sizeof(int),
                             cudaMemcpyHostToDevice, stream));
  add_kernel<<<1, 1, 0, stream>>>(d_sum.data(), 1);
  CUDA_CHECK(cudaGetLastError());
  stream.synchronize();
  lesson::check("0 + 1 + ... + 100, on the host", 5050, h_sum[0]);
  lesson::check("and 1, on the device", 5051, d_sum.download()[0]);
}

// ---- steps: priorities ----

int priority_of(int wanted) {
  cudaStream_t stream = nullptr;
  int priority = 0;
  CUDA_CHECK(cudaStreamCreateWithPriority(
      &stream, cudaStreamNonBlocking, wanted));
  CUDA_CHECK(cudaStreamGetPriority(stream, &priority));
  CUDA_CHECK(cudaStreamDestroy(stream));
  return priority;
}

// A stream of the lowest priority fills the device with eight times the
// blocks that it holds. Behind them comes a short kernel in a stream of
// `priority`. When is it done, as a share of the long one's time?
double share_of_wait(int priority) {
  int device = 0, processors = 0, per_processor = 0, least = 0,
      most = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(
      &processors, cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &per_processor, background_kernel, 1024, 0));
  CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &most));
  cudaStream_t low = nullptr, other = nullptr;
  CUDA_CHECK(
      cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least));
  CUDA_CHECK(cudaStreamCreateWithPriority(&other, cudaStreamNonBlocking,
                                          priority));
  spin();
  gpu::Spans spans;
  spans.add("long", "kernel", low, [&] {
    const int blocks = 8 * processors * per_processor;
    background_kernel<<<blocks, 1024, 0, low>>>(2000000);
    CUDA_CHECK(cudaGetLastError());
  });
  spin()(1, other);  // the long one has begun by now
  spans.add("short", "kernel", other, [&] { spin()(0.1, other); });
  const auto times = spans.times();
  CUDA_CHECK(cudaStreamDestroy(low));
  CUDA_CHECK(cudaStreamDestroy(other));
  return times[1].end_ms / times[0].end_ms;
}

void step_priorities() {
  int least = 0, greatest = 0;
  CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  lesson::Table table({"asked for", "given"});
  for (const int wanted :
       {least, greatest, least + 10, greatest - 10}) {
    table.row(wanted, priority_of(wanted));
  }
  table.show("priorities from " + std::to_string(least) +
             " (lowest) to " + std::to_string(greatest) + " (highest)");
  lesson::check("what is out of range is clamped", greatest,
                priority_of(greatest - 10));
  if (!lesson::on_gpu()) {
    lesson::skip(
        "The cpu backend keeps each stream's priority, but its streams "
        "share the CPU's cores as equals. Who is first when the device "
        "is full shows on a GPU.");
    return;
  }
  const double equal = share_of_wait(least);
  const double urgent = share_of_wait(greatest);
  lesson::Table waits({"the short kernel's stream", "done after"});
  waits.row("lowest priority", lesson::format("%.0f%%", 100 * equal));
  waits.row("highest priority", lesson::format("%.0f%%", 100 * urgent));
  waits.show("share of the long kernel's time");
  lesson::check_that("the urgent one is done earlier", urgent < equal,
                     "less", lesson::format("%.2f", urgent / equal));
}

// ---- steps: allocations ----

// True if `call` comes back while the stream is still busy.
template <class Call>
bool returns_early(cudaStream_t stream, Call call) {
  spin()(kHoldMs, stream);
  call();
  const bool early = cudaStreamQuery(stream) == cudaErrorNotReady;
  CUDA_CHECK(cudaStreamSynchronize(stream));
  return early;
}

void step_allocation() {
  gpu::Stream stream;
  gpu::PinnedBuffer<int> h_value(1);
  const auto in_order = [&] {
    int* d_value = nullptr;
    CUDA_CHECK(cudaMallocAsync(&d_value, sizeof(int), stream));
    CUDA_CHECK(cudaMemsetAsync(d_value, 0, sizeof(int), stream));
    add_kernel<<<1, 1, 0, stream>>>(d_value, 42);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(h_value.data(), d_value, sizeof(int),
                               cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaFreeAsync(d_value, stream));
  };
  in_order();  // the first one makes the pool
  stream.synchronize();
  h_value[0] = 0;
  const bool early = returns_early(stream, in_order);
  int* d_other = nullptr;
  CUDA_CHECK(cudaMalloc(&d_other, sizeof(int)));
  const bool early_free =
      returns_early(stream, [&] { CUDA_CHECK(cudaFree(d_other)); });
  lesson::Table table({"behind a busy kernel", "came back early"});
  table.row("cudaMallocAsync, work, cudaFreeAsync", early);
  table.row("cudaFree of a buffer that nobody uses", early_free);
  table.show("who waits for the stream");
  lesson::check("the result", 42, h_value[0]);
  lesson::check("all five calls came back early", true, early);
}

// ---- steps: graphs ----

void step_graph() {
  lesson::ask(
      {"Two kernels, + 3 and * 2, are launched into a stream "
       "that is being captured. The number was 1. What is it "
       "when the capture has ended?",
       {"1", "8"},
       0,
       "A capture writes down what would be queued. Nothing "
       "runs before the graph is launched."});
  gpu::DeviceBuffer<int> d_value(std::vector<int>{1});
  gpu::Stream stream;
  cudaGraph_t graph = nullptr;
  CUDA_CHECK(
      cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add_kernel<<<1, 1, 0, stream>>>(d_value.data(), 3);
  multiply_kernel<<<1, 1, 0, stream>>>(d_value.data(), 2);
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  const int recorded = d_value.download()[0];
  size_t nodes = 0;
  CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  cudaGraphExec_t ready = nullptr;
  CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int i = 0; i < 3; ++i) {
    CUDA_CHECK(cudaGraphLaunch(ready, stream));
  }
  stream.synchronize();
  CUDA_CHECK(cudaGraphExecDestroy(ready));
  CUDA_CHECK(cudaGraphDestroy(graph));
  lesson::check("operations in the graph", size_t{2}, nodes);
  lesson::check("the number behind the capture", 1, recorded);
  // (1 + 3) * 2 = 8, (8 + 3) * 2 = 22, (22 + 3) * 2 = 50
  lesson::check("and behind three launches of the graph", 50,
                d_value.download()[0]);
}
