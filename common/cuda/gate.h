// A gate in a stream: what is queued behind it does not begin before the host opens it. With it a
// test can say what ran while a stream was held, without any clock.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "cuda/check.h"
#include "cuda/eager_loading.h"

namespace gpu {

/// Opens by itself after kPatience, so that code that waits for the held stream comes back; held()
/// then says false. Close one gate at a time: the functions that the host runs for streams may
/// share one thread.
class Gate {
 public:
  explicit Gate(cudaStream_t stream) { CUDA_CHECK(cudaLaunchHostFunc(stream, wait, this)); }
  ~Gate() {
    open();
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return passed_; });
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void open() {
    const std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  /// True as long as the gate has held the stream without a break.
  bool held() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return !passed_;
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{400};

  static void wait(void* self) {
    Gate& gate = *static_cast<Gate*>(self);
    std::unique_lock<std::mutex> lock(gate.mutex_);
    gate.changed_.wait_for(lock, kPatience, [&gate] { return gate.open_; });
    gate.passed_ = true;
    gate.changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false, passed_ = false;
};

}  // namespace gpu
