// Managed memory, and what goes wrong with memory.
//
// What to notice: one pointer for both sides does not mean that both
// may use it at the same time.
#include <stdexcept>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/gate.h"
#include "cuda/stream.h"
#include "lesson/lesson.h"
#include "lesson/own_process.h"
#include "steps.h"

constexpr int kThreads = 256;

// values is (n).
__global__ void square_kernel(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= values[i];
}

void square(int* values, int n) {
  square_kernel<<<(n + kThreads - 1) / kThreads, kThreads>>>(values, n);
  CUDA_CHECK(cudaGetLastError());
}

// Memory that both sides reach by one pointer.
class Managed {
 public:
  explicit Managed(int n) : n_(n) {
    CUDA_CHECK(cudaMallocManaged(&values_, n * sizeof(int)));
    for (int i = 0; i < n; ++i) values_[i] = i;
  }
  ~Managed() { CUDA_CHECK_NOTHROW(cudaFree(values_)); }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;

  int* data() { return values_; }
  size_t bytes() const { return n_ * sizeof(int); }

 private:
  int n_;
  int* values_ = nullptr;
};

void step_managed() {
  const int n = 1000;
  Managed values(n);  // filled by the host
  square(values.data(), n);
  CUDA_CHECK(cudaDeviceSynchronize());  // before the host looks at it
  lesson::check("values[999]", 999 * 999, values.data()[999]);
  int together = 0, pageable = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(
      &together, cudaDevAttrConcurrentManagedAccess, 0));
  CUDA_CHECK(cudaDeviceGetAttribute(
      &pageable, cudaDevAttrPageableMemoryAccess, 0));
  lesson::Table table({"this device", ""});
  table.row("pages move while a kernel runs", together != 0);
  table.row("kernels reach what malloc made", pageable != 0);
  table.show("concurrentManagedAccess, pageableMemoryAccess");
}

// ---- prefetch ----

// Moves the pages to a device, or to the host: cudaCpuDeviceId.
void prefetch(const void* values, size_t bytes, int device) {
#if CUDART_VERSION >= 13000  // a place in place of a number
  cudaMemLocation to = {};
  to.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost
                                      : cudaMemLocationTypeDevice;
  to.id = device == cudaCpuDeviceId ? 0 : device;
  CUDA_CHECK(cudaMemPrefetchAsync(values, bytes, to, 0, nullptr));
#else
  CUDA_CHECK(cudaMemPrefetchAsync(values, bytes, device, nullptr));
#endif
}

void step_prefetch() {
  int together = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(
      &together, cudaDevAttrConcurrentManagedAccess, 0));
  if (!together) {
    lesson::skip("this device can't move pages on request");
    return;
  }
  const int n = lesson::scale(1 << 12, 1 << 25);
  gpu::Event begin, end;
  lesson::Table table({"pages at the launch", "kernel, ms"});
  bool right = true;
  for (const bool prefetched : {false, true}) {
    Managed values(n);  // its pages are the host's now
    if (prefetched) prefetch(values.data(), values.bytes(), 0);
    CUDA_CHECK(cudaDeviceSynchronize());
    begin.record();
    square(values.data(), n);
    end.record();
    end.synchronize();
    prefetch(values.data(), values.bytes(), cudaCpuDeviceId);
    CUDA_CHECK(cudaDeviceSynchronize());
    right = right && values.data()[1000] == 1000000;
    table.row(
        prefetched ? "on the device" : "in the host",
        lesson::format("%.3f", gpu::Event::milliseconds(begin, end)));
  }
  if (lesson::on_gpu()) {
    table.show(lesson::bytes_text(4.0 * n) + " of managed memory");
  }
  lesson::check("the result is the same", true, right);
}

// ---- what goes wrong ----

void step_wrong_bytes() {
  lesson::expect_diagnosis("uninit");
  const int n = 100;
  std::vector<int> host(n, 3);
  gpu::DeviceBuffer<int> d_values(n);
  CUDA_CHECK(cudaMemcpy(d_values.data(), host.data(),
                        n,  // faulty: 100 bytes are 25 ints
                        cudaMemcpyHostToDevice));
  square(d_values.data(), n);
  const std::vector<int> squares = d_values.download();
  lesson::Table table({"squares", ""});
  for (const int k : {0, 24, 25, 99}) {
    table.row(lesson::format("[%d]", k), squares[k]);
  }
  table.show(
      "100 threes, squared; where nothing arrived, what was there");
  lesson::check("squares[24], the last that arrived", 9, squares[24]);
}

// A case of its own: it does not end well.
void read_on_host(int) {
  const gpu::DeviceBuffer<int> d_values(std::vector<int>(4, 7));
  const volatile int* values = d_values.data();
  lesson::tell("d_values[2]", values[2]);  // faulty: on the host
}

const std::vector<lesson::Case> kCases = {{"side", read_on_host}};

void step_wrong_side() {
  lesson::expect_diagnosis("host-deref");
  std::string what = "went on";
  try {
    lesson::run_in_own_process("side");
  } catch (const std::runtime_error&) {
    what = "was ended";
  }
  lesson::Table table({"a process that read d_values[2]", ""});
  table.row("on this backend", what);
  table.show("a host that follows a device pointer");
}

void step_wrong_managed() {
  int together = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(
      &together, cudaDevAttrConcurrentManagedAccess, 0));
  if (!together) {
    lesson::skip("on this device the read ends the process");
    return;
  }
  lesson::expect_diagnosis("missing-sync");
  const int n = 1000;
  Managed values(n);
  gpu::Gate gate(nullptr);  // holds the stream for a moment
  square(values.data(), n);
  const int early = values.data()[999];  // faulty: nobody has waited
  gate.open();
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::Table table({"read", "values[999]"});
  table.row("at once", early);
  table.row("after cudaDeviceSynchronize", values.data()[999]);
  table.show("a kernel squares 999; its stream is held until then");
  lesson::check("at once", 999, early);
  lesson::check("after waiting", 999 * 999, values.data()[999]);
}
