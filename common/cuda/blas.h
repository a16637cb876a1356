// Checked calls of cuBLAS, and a handle that destroys itself.
//
//   gpu::Blas blas;
//   CUBLAS_CHECK(cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH));
#pragma once

#include <cublas_v2.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace gpu {

class BlasError : public std::runtime_error {
 public:
  BlasError(cublasStatus_t status, const char* call, const char* file, int line)
      : std::runtime_error(message(status, call, file, line)), status_(status) {}
  cublasStatus_t status() const { return status_; }

  /// "gemm.cu:14: cublasSgemm(...): CUBLAS_STATUS_INVALID_VALUE".
  static std::string message(cublasStatus_t status, const char* call, const char* file, int line) {
    return std::string(file) + ":" + std::to_string(line) + ": " + call + ": " +
           cublasGetStatusName(status);
  }

 private:
  cublasStatus_t status_;
};

inline void throw_on_blas_error(cublasStatus_t status, const char* call, const char* file,
                                int line) {
  if (status != CUBLAS_STATUS_SUCCESS) throw BlasError(status, call, file, line);
}

}  // namespace gpu

// A macro, because only the preprocessor knows the text and the line of the call.
#define CUBLAS_CHECK(call) ::gpu::throw_on_blas_error((call), #call, __FILE__, __LINE__)

namespace gpu {

/// A cuBLAS handle; its work goes to the default stream unless cublasSetStream says otherwise.
class Blas {
 public:
  Blas() { CUBLAS_CHECK(cublasCreate(&handle_)); }
  ~Blas() {
    const cublasStatus_t status = cublasDestroy(handle_);
    if (status == CUBLAS_STATUS_SUCCESS) return;
    const std::string text = BlasError::message(status, "cublasDestroy", __FILE__, __LINE__);
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  Blas(const Blas&) = delete;
  Blas& operator=(const Blas&) = delete;
  operator cublasHandle_t() const { return handle_; }

 private:
  cublasHandle_t handle_ = nullptr;
};

}  // namespace gpu
