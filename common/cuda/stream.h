// Streams and events that destroy themselves.
#pragma once

#include "cuda/check.h"

namespace gpu {

class Stream {
 public:
  explicit Stream(unsigned flags = cudaStreamDefault) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, flags));
  }
  ~Stream() { CUDA_CHECK_NOTHROW(cudaStreamDestroy(stream_)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  operator cudaStream_t() const { return stream_; }
  void synchronize() { CUDA_CHECK(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  explicit Event(unsigned flags = cudaEventDefault) {
    CUDA_CHECK(cudaEventCreateWithFlags(&event_, flags));
  }
  ~Event() { CUDA_CHECK_NOTHROW(cudaEventDestroy(event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  operator cudaEvent_t() const { return event_; }
  void record(cudaStream_t stream = nullptr) { CUDA_CHECK(cudaEventRecord(event_, stream)); }
  void synchronize() { CUDA_CHECK(cudaEventSynchronize(event_)); }

  /// Milliseconds from `begin` to `end`, both recorded and complete.
  static float milliseconds(const Event& begin, const Event& end) {
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    return ms;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace gpu
