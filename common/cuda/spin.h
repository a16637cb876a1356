// A kernel that only waits: work that takes a chosen time, whatever the device. It uses one thread,
// so that it leaves the device to other streams.
#pragma once

#include "cuda/check.h"
#include "cuda/eager_loading.h"
#include "cuda/stream.h"
#include "lesson/backend.h"

namespace gpu {

/// One thread reads the multiprocessor's clock until `ticks` have passed.
static __global__ void spin_kernel(long long ticks) {
  const long long begin = clock64();
  while (clock64() - begin < ticks) {
  }
}

/// Queues spins of a chosen length. How fast a GPU's clock ticks is measured when one is made; that
/// of the cpu backend keeps to what it says.
class Spin {
 public:
  Spin() {
    if (lesson::on_gpu()) {
      measure();
    } else {
      int khz = 0;
      CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
      ticks_per_ms_ = khz;
    }
  }
  void operator()(double ms, cudaStream_t stream) const {
    queue(static_cast<long long>(ms * ticks_per_ms_), stream);
  }

 private:
  void measure() {
    ticks_per_ms_ = 0;
    constexpr long long kTrial = 4000000;  // 2 ms or more: clocks tick at 2 GHz at most
    Stream stream(cudaStreamNonBlocking);
    Event begin, end;
    for (int run = 0; run < 3; ++run) {  // the first loads the kernel, and the clock speeds up
      begin.record(stream);
      queue(kTrial, stream);
      end.record(stream);
      end.synchronize();
      const double rate = kTrial / Event::milliseconds(begin, end);
      if (rate > ticks_per_ms_) ticks_per_ms_ = rate;  // a disturbed run is slower
    }
  }
  static void queue(long long ticks, cudaStream_t stream) {
    spin_kernel<<<1, 1, 0, stream>>>(ticks);
    CUDA_CHECK(cudaGetLastError());
  }
  double ticks_per_ms_ = 0;
};

}  // namespace gpu
