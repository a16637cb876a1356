// Memory that frees itself: device memory and pinned host memory.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "cuda/check.h"

namespace gpu {

/// `size` elements of device memory, not initialised. Moves, doesn't copy.
template <class T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(size_t size) : size_(size) {
    if (size > 0) CUDA_CHECK(cudaMalloc(&data_, size * sizeof(T)));
  }
  /// A copy of `host` on the device.
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) { upload(host); }
  ~DeviceBuffer() {
    if (data_) CUDA_CHECK_NOTHROW(cudaFree(data_));
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  size_t bytes() const { return size_ * sizeof(T); }

  /// Copies host.size() elements, at most size(), and waits for the copy.
  void upload(const std::vector<T>& host) {
    if (host.empty()) return;
    CUDA_CHECK(cudaMemcpy(data_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  /// All elements, after everything queued before in the default stream.
  std::vector<T> download() const {
    std::vector<T> host(size_);
    if (size_ > 0) CUDA_CHECK(cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return host;
  }
  /// Sets every byte.
  void fill_bytes(int byte) {
    if (size_ > 0) CUDA_CHECK(cudaMemset(data_, byte, bytes()));
  }

 private:
  void swap(DeviceBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }
  T* data_ = nullptr;
  size_t size_ = 0;
};

/// `size` elements of pinned (page-locked) host memory, which copies can read and write directly.
template <class T>
class PinnedBuffer {
 public:
  explicit PinnedBuffer(size_t size) : size_(size) {
    if (size > 0) CUDA_CHECK(cudaMallocHost(&data_, size * sizeof(T)));
  }
  ~PinnedBuffer() {
    if (data_) CUDA_CHECK_NOTHROW(cudaFreeHost(data_));
  }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  size_t size() const { return size_; }
  size_t bytes() const { return size_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace gpu
