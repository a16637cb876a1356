// How long work on the device takes: warm-up runs, then several timed by events, and their median.
// Before each run the L2 cache is overwritten, so that a small input isn't timed from the cache.
#pragma once

#include <algorithm>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/stream.h"

namespace gpu {

struct Timing {
  double median_ms = 0, min_ms = 0, max_ms = 0;
  int runs = 0;

  /// Half the range of the runs, as a share of the median: how far to trust the median.
  double spread() const { return median_ms > 0 ? (max_ms - min_ms) / 2 / median_ms : 0; }
  /// `bytes` moved in the median run, in 1e9 bytes a second.
  double gigabytes_per_second(double bytes) const { return bytes / (median_ms * 1e6); }
};

struct TimingPlan {
  int warm_up = 3;
  int runs = 15;
  bool flush_l2 = true;
};

inline Timing summarise(std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  Timing timing;
  timing.runs = static_cast<int>(ms.size());
  if (ms.empty()) return timing;
  timing.median_ms = ms[ms.size() / 2];
  timing.min_ms = ms.front();
  timing.max_ms = ms.back();
  return timing;
}

/// Bytes of the device's L2 cache.
inline size_t l2_bytes() {
  int device = 0, bytes = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
  return static_cast<size_t>(bytes);
}

/// Times `work`, which queues something in `stream` and may be called any number of times.
template <class Work>
Timing time_work(Work work, TimingPlan plan = {}, cudaStream_t stream = nullptr) {
  DeviceBuffer<char> flush(plan.flush_l2 ? 2 * l2_bytes() : 0);
  Event begin, end;
  std::vector<double> ms;
  for (int run = -plan.warm_up; run < plan.runs; ++run) {
    if (plan.flush_l2) CUDA_CHECK(cudaMemsetAsync(flush.data(), 0, flush.bytes(), stream));
    begin.record(stream);
    work();
    end.record(stream);
    CUDA_CHECK(cudaGetLastError());
    end.synchronize();
    if (run >= 0) ms.push_back(Event::milliseconds(begin, end));
  }
  return summarise(ms);
}

}  // namespace gpu
