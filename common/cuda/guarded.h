// Device buffers for judges: they show what a learner's kernel wrote where it should not have, and
// what it did not write.
//
// In the check build of the cpu backend the checker sees every access, so the buffer is an
// allocation of exactly its size: whatever lies beyond it is reported with its line. In every other
// build guard zones lie on both sides, filled with a pattern that is a NaN as float.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cuda/buffer.h"

namespace gpu {

#ifdef __SANITIZE_THREAD__  // the check build
constexpr size_t kGuardBytes = 0;
#else
constexpr size_t kGuardBytes = 1024;  // keeps the alignment of cudaMalloc for vector loads
#endif
constexpr int kPoisonByte = 0xFF;  // NaN as float and double, -1 as an integer

/// What an output holds before the learner's code runs.
enum class Before {
  kPoisoned,  // the pattern: an element that is not written shows
  kUnwritten  // what cudaMalloc gave: reading it before writing it is reported as uninit
};

template <class T>
class GuardedBuffer {
 public:
  explicit GuardedBuffer(size_t size, Before before = Before::kPoisoned)
      : size_(size), memory_(size * sizeof(T) + 2 * kGuardBytes) {
    if (kGuardBytes > 0 || before == Before::kPoisoned) memory_.fill_bytes(kPoisonByte);
  }
  explicit GuardedBuffer(const std::vector<T>& host) : GuardedBuffer(host.size()) {
    if (host.empty()) return;
    CUDA_CHECK(cudaMemcpy(data(), host.data(), bytes(), cudaMemcpyHostToDevice));
  }

  T* data() { return reinterpret_cast<T*>(memory_.data() + (memory_.size() ? kGuardBytes : 0)); }
  size_t size() const { return size_; }
  size_t bytes() const { return size_ * sizeof(T); }

  std::vector<T> download() {
    std::vector<T> host(size_);
    if (size_ > 0) CUDA_CHECK(cudaMemcpy(host.data(), data(), bytes(), cudaMemcpyDeviceToHost));
    return host;
  }

  /// Empty if nothing was written outside the buffer, else a sentence about the nearest byte that
  /// was.
  std::string damage() const {
    const std::vector<char> all = memory_.download();
    if (all.empty()) return "";
    for (size_t i = 0; i < kGuardBytes; ++i) {
      if (!intact(all[kGuardBytes - 1 - i])) return sentence(i + 1, "before its start");
      if (!intact(all[kGuardBytes + bytes() + i])) return sentence(i, "past its end");
    }
    return "";
  }

 private:
  static bool intact(char byte) { return static_cast<unsigned char>(byte) == kPoisonByte; }
  std::string sentence(size_t distance, const char* where) const {
    return "something was written " + std::to_string(distance) + " bytes " + where + " (" +
           std::to_string(size_) + " elements of " + std::to_string(sizeof(T)) + " bytes)";
  }
  size_t size_;
  DeviceBuffer<char> memory_;
};

}  // namespace gpu
