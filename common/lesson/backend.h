// Which backend runs this program, and the sizes that suit it.
#pragma once

#include <string>

namespace lesson {

enum class Backend { kCpu, kCuda };

Backend backend();

inline bool on_gpu() { return backend() == Backend::kCuda; }

/// The size for the backend that runs: a lesson does the same work on both, but less of it on a
/// CPU.
template <class T>
T scale(T on_cpu, T on_gpu) {
  return lesson::on_gpu() ? on_gpu : on_cpu;
}

/// The device's name. On the cpu backend it makes no API call; on the cuda backend it initialises
/// the driver, but makes no context.
std::string device_name();

}  // namespace lesson
