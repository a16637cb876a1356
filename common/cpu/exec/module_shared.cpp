// The `__shared__` variables of modules, which are loaded when threads run already.
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "warpup/launch.h"

namespace warpup {
namespace {

// Four times what CUDA allows a kernel without opting in, for all modules of a program together.
constexpr size_t kModuleShared = 4 * 49152;

}  // namespace

// Filled from its end. The linker puts it in front of shared_area.cpp's, so what is in use lies
// next to that: the checker keeps a record of all bytes from the first variable to the last.
__thread __attribute__((aligned(1024))) unsigned char module_shared_memory[kModuleShared];

size_t reserve_module_shared(size_t bytes, size_t alignment) {
  static std::atomic<size_t> free_bytes{kModuleShared};  // several threads may load modules
  size_t free = free_bytes.load(), at;
  do {
    at = free < bytes ? 0 : (free - bytes) / alignment * alignment;
    if (free < bytes) {
      std::fprintf(stderr,
                   "warpup: the modules of this program have more than %zu bytes of __shared__ "
                   "variables together, which the cpu backend has no room for\n",
                   kModuleShared);
      std::abort();
    }
  } while (!free_bytes.compare_exchange_weak(free, at));
  return at;
}

}  // namespace warpup
