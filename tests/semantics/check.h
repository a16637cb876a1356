// What the programs here share: device arrays, comparison with expected values, the verdict.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace semantics {

inline void require(cudaError_t code, const char* what, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::printf("%s:%d: %s failed: %s\nFAIL\n", file, line, what, cudaGetErrorString(code));
  std::exit(1);
}

/// Device memory for `count` values, freed at the end of its scope.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t count, T fill = T()) : DeviceArray(std::vector<T>(count, fill)) {}
  DeviceArray(std::initializer_list<T> values) : DeviceArray(std::vector<T>(values)) {}
  explicit DeviceArray(const std::vector<T>& values) : count_(values.size()) {
    require(cudaMalloc(&data_, count_ * sizeof(T)), "cudaMalloc", __FILE__, __LINE__);
    require(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
            "cudaMemcpy", __FILE__, __LINE__);
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return data_; }
  /// The values, after all kernels are done.
  std::vector<T> host() const {
    require(cudaDeviceSynchronize(), "a kernel", __FILE__, __LINE__);
    std::vector<T> values(count_);
    require(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
            "cudaMemcpy", __FILE__, __LINE__);
    return values;
  }

 private:
  size_t count_;
  T* data_ = nullptr;
};

inline int& failures() {
  static int count = 0;
  return count;
}

template <class T>
std::string text(T value) {
  std::ostringstream out;
  out.precision(9);
  if constexpr (std::is_integral<T>::value && sizeof(T) == 1) {
    out << static_cast<int>(value);
  } else {
    out << value;
  }
  return out.str();
}

template <class T>
bool equal(T a, T b) {
  if constexpr (std::is_floating_point<T>::value) {
    if (std::isnan(a) && std::isnan(b)) return true;
  }
  return a == b;
}

/// Prints `name: values` and whether they are the expected ones.
template <class T>
void expect(const std::string& name, const std::vector<T>& got, const std::vector<T>& expected) {
  std::string line = name + ":";
  for (size_t i = 0; i < got.size() && i < 8; ++i) line += " " + text(got[i]);
  if (got.size() > 8) line += " ...";
  std::printf("%s\n", line.c_str());
  bool ok = got.size() == expected.size();
  for (size_t i = 0; ok && i < got.size(); ++i) {
    if (equal(got[i], expected[i])) continue;
    std::printf("  element %zu: expected %s, got %s\n", i, text(expected[i]).c_str(),
                text(got[i]).c_str());
    ok = false;
  }
  if (!ok) ++failures();
}
template <class T>
void expect(const std::string& name, T got, T expected) {
  expect(name, std::vector<T>{got}, std::vector<T>{expected});
}

/// The last line of a program, and its exit code.
inline int verdict() {
  std::printf("%s\n", failures() == 0 ? "PASS" : "FAIL");
  return failures() == 0 ? 0 : 1;
}

}  // namespace semantics

// A macro, because it names the call and its line.
#define REQUIRE_CUDA(CALL) ::semantics::require((CALL), #CALL, __FILE__, __LINE__)
