// Checked calls of the driver API (cuda.h): CU_CHECK(cuInit(0)).
#pragma once

#include <cuda.h>

#include <stdexcept>
#include <string>

namespace gpu {

/// "CUDA_ERROR_NOT_INITIALIZED", or the number where the driver knows no name for it.
inline std::string driver_error_name(CUresult code) {
  const char* name = nullptr;
  if (cuGetErrorName(code, &name) == CUDA_SUCCESS && name) return name;
  return "CUresult " + std::to_string(static_cast<int>(code));
}

class DriverError : public std::runtime_error {
 public:
  DriverError(CUresult code, const char* call, const char* file, int line)
      : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + call + ": " +
                           driver_error_name(code)),
        code_(code) {}
  CUresult code() const { return code_; }

 private:
  CUresult code_;
};

inline void throw_on_driver_error(CUresult code, const char* call, const char* file, int line) {
  if (code != CUDA_SUCCESS) throw DriverError(code, call, file, line);
}

}  // namespace gpu

// A macro, because only the preprocessor knows the text and the line of the call.
#define CU_CHECK(call) ::gpu::throw_on_driver_error((call), #call, __FILE__, __LINE__)
