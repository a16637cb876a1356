// Shared memory: thread-local storage of the OS thread that runs the block.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "worker.h"

// Every `extern __shared__` array is this one: translated code names it by this symbol.
__thread __attribute__((aligned(1024), tls_model("initial-exec"))) unsigned char
    warpup_dynamic_shared_memory[warpup::kMaxDynamicShared + 1024] __asm__(
        "warpup_dynamic_shared_memory");

namespace warpup {
namespace {

// Four times what CUDA allows a kernel without opting in, for all modules of a program together.
constexpr size_t kModuleShared = 4 * 49152;

}  // namespace

__thread __attribute__((aligned(1024))) unsigned char module_shared_memory[kModuleShared];

size_t reserve_module_shared(size_t bytes, size_t alignment) {
  static std::atomic<size_t> used{0};  // modules may be loaded by several threads
  size_t begin = used.load(), at;
  do {
    at = (begin + alignment - 1) / alignment * alignment;
    if (at + bytes > kModuleShared) {
      std::fprintf(stderr,
                   "warpup: the modules of this program have more than %zu bytes of __shared__ "
                   "variables together, which the cpu backend has no room for\n",
                   kModuleShared);
      std::abort();
    }
  } while (!used.compare_exchange_weak(begin, at + bytes));
  return at;
}

void* dynamic_shared() { return warpup_dynamic_shared_memory; }

void SharedArea::locate() {
  const std::vector<SharedVariable*> variables = shared_variables();
  known_variables = variables.size();
  pieces.clear();
  pieces.push_back({warpup_dynamic_shared_memory, kMaxDynamicShared, nullptr});
  for (const SharedVariable* v : variables) {
    pieces.push_back({static_cast<unsigned char*>(v->address()), v->bytes, v});
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  low = pieces.front().begin;
  high = low;
  for (const Piece& p : pieces) high = std::max(high, p.begin + p.bytes + kSharedRedzone);
}

}  // namespace warpup
