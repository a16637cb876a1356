// Checked CUDA calls.
//
//   CUDA_CHECK(cudaMalloc(&d_in, bytes));
//   scale_kernel<<<blocks, threads>>>(d_in, n);
//   CUDA_CHECK(cudaGetLastError());
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace gpu {

/// A CUDA call that did not succeed.
class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const char* call, const char* file, int line)
      : std::runtime_error(message(code, call, file, line)), code_(code) {}
  cudaError_t code() const { return code_; }

  /// "reduce.cu:14: cudaMalloc(&p, n): cudaErrorMemoryAllocation (2): out of memory".
  static std::string message(cudaError_t code, const char* call, const char* file, int line) {
    return std::string(file) + ":" + std::to_string(line) + ": " + call + ": " +
           cudaGetErrorName(code) + " (" + std::to_string(static_cast<int>(code)) +
           "): " + cudaGetErrorString(code);
  }

 private:
  cudaError_t code_;
};

inline void throw_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code != cudaSuccess) throw CudaError(code, call, file, line);
}

/// For destructors, which must not throw: says it on stderr.
inline void print_on_error(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", CudaError::message(code, call, file, line).c_str());
}

}  // namespace gpu

// Macros, because only the preprocessor knows the text and the line of the call.
#define CUDA_CHECK(call) ::gpu::throw_on_error((call), #call, __FILE__, __LINE__)
#define CUDA_CHECK_NOTHROW(call) ::gpu::print_on_error((call), #call, __FILE__, __LINE__)
