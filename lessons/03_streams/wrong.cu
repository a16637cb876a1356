// What goes wrong with streams. The checker reports each of these; the
// reports are shown on purpose.
//
// What to notice: a busy kernel stands in front of the work in
// question. Without it everything looks well most of the time.
#include "cuda/buffer.h"
#include "lesson/lesson.h"
#include "steps.h"

constexpr int kThreads = 256;

// ---- kernels ----

// from and to are (blockDim.x).
__global__ void copy_kernel(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];
}

__global__ void set_kernel(int* values, int value) {
  values[threadIdx.x] = value;
}

// ---- steps ----

void step_wrong_changed() {
  lesson::ask(
      {"The host puts 520.25 into a pinned buffer, queues its "
       "copy to the device, and takes the money back: it "
       "writes 0. What can the device get?",
       {"520.25", "0", "either"},
       2,
       "The queue keeps the address. What is there when the "
       "copy runs is what is copied."});
  lesson::expect_diagnosis("missing-sync");
  gpu::PinnedBuffer<float> h_money(1);
  gpu::DeviceBuffer<float> d_money(1);
  gpu::Stream stream;
  h_money[0] = 520.25f;
  spin()(kHoldMs, stream);  // the way to the fruit shop
  CUDA_CHECK(cudaMemcpyAsync(d_money.data(), h_money.data(),
                             sizeof(float), cudaMemcpyHostToDevice,
                             stream));
  h_money[0] = 0;  // Faulty: the copy has not begun
  stream.synchronize();
  lesson::check("what the device got", 0.f, d_money.download()[0]);
}

// Runs in a process of its own: what a kernel finds in memory that was
// given back is not defined. Prints what the kernel found.
void freed_too_early(int right) {
  gpu::Stream buys(cudaStreamNonBlocking), other(cudaStreamNonBlocking);
  gpu::DeviceBuffer<int> d_found(kThreads);
  int *d_money = nullptr, *d_next = nullptr;
  const size_t bytes = kThreads * sizeof(int);
  spin();
  CUDA_CHECK(cudaMallocAsync(&d_money, bytes, buys));
  set_kernel<<<1, kThreads, 0, buys>>>(d_money, 520);
  buys.synchronize();
  spin()(kHoldMs, buys);
  copy_kernel<<<1, kThreads, 0, buys>>>(d_money, d_found.data());
  CUDA_CHECK(cudaGetLastError());
  // Faulty if `other`: nothing puts the free behind the kernel.
  CUDA_CHECK(cudaFreeAsync(d_money, right ? buys : other));
  CUDA_CHECK(cudaMallocAsync(&d_next, bytes, other));
  set_kernel<<<1, kThreads, 0, other>>>(d_next, 7);
  CUDA_CHECK(cudaGetLastError());
  other.synchronize();
  buys.synchronize();
  lesson::tell("what the kernel found", d_found.download()[0]);
  CUDA_CHECK(cudaFreeAsync(d_next, other));
}

const std::vector<lesson::Case> kCases = {{"freed", freed_too_early}};

void step_wrong_freed() {
  lesson::expect_diagnosis("missing-sync");
  const int right = lesson::run_in_own_process("freed", 1).at(0).value;
  const int wrong = lesson::run_in_own_process("freed", 0).at(0).value;
  lesson::Table table({"freed in", "the kernel found"});
  table.row("the stream that uses it", right);
  table.row("another stream", wrong);
  table.show("a buffer of 520s, and a new one of 7s behind it");
  lesson::check("freed in order", 520, right);
}

void step_wrong_not_waited() {
  lesson::expect_diagnosis("missing-sync");
  gpu::DeviceBuffer<int> d_values(std::vector<int>(kThreads, 1));
  gpu::Stream stream(cudaStreamNonBlocking);
  std::vector<int> values(kThreads);
  spin()(kHoldMs, stream);
  set_kernel<<<1, kThreads, 0, stream>>>(d_values.data(), 2);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(values.data(), d_values.data(),
                        d_values.bytes(), cudaMemcpyDeviceToHost));
  stream.synchronize();  // Faulty: comes too late
  lesson::check("what was copied", 1, values[0]);
  lesson::check("what the kernel wrote", 2, d_values.download()[0]);
}

struct Answer {
  cudaError_t code = cudaSuccess;
};

void CUDART_CB allocate(void* data) {
  void* d_scratch = nullptr;
  static_cast<Answer*>(data)->code = cudaMalloc(&d_scratch, 4);
}

void step_wrong_host_function() {
  lesson::expect_diagnosis("api-error");
  gpu::Stream stream;
  Answer answer;
  CUDA_CHECK(cudaLaunchHostFunc(stream, allocate, &answer));
  const cudaError_t after = cudaStreamSynchronize(stream);
  check_code("cudaMalloc in a host function", cudaErrorNotPermitted,
             answer.code);
  check_code("the stream behind it", cudaSuccess, after);
}
