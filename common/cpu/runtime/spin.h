// Waiting a moment before sleeping: waking a thread takes longer than most small kernels run.
#pragma once

#include <thread>

namespace warpup::runtime {

/// Looks at `condition` for some microseconds; true: it came true. On one processor it only looks
/// once.
template <class Condition>
bool spin_until(const Condition& condition) {
  static const int rounds = std::thread::hardware_concurrency() > 1 ? 400 : 1;
  for (int i = 0; i < rounds; ++i) {
    if (condition()) return true;
    __builtin_ia32_pause();
  }
  return false;
}

}  // namespace warpup::runtime
