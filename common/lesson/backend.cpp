#include "lesson/backend.h"

#include <thread>

// Only the cpu backend's include path holds this header, so no build has to pass a macro.
#if __has_include(<warpup/launch.h>)
#define WARPUP_LESSON_ON_CPU 1
#else
#include <cuda_runtime_api.h>
#endif

namespace lesson {

#ifdef WARPUP_LESSON_ON_CPU

Backend backend() { return Backend::kCpu; }

std::string device_name() {
  const unsigned threads = std::thread::hardware_concurrency();
  return "the CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

#else

Backend backend() { return Backend::kCuda; }

std::string device_name() {
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) == cudaSuccess) return properties.name;
  cudaGetLastError();  // the lesson itself will meet the error and report it
  return "no device";
}

#endif

}  // namespace lesson
