// Shared memory: thread-local storage of the OS thread that runs the block.
#include <algorithm>

#include "worker.h"

// Every `extern __shared__` array is this one: translated code names it by this symbol.
__thread __attribute__((aligned(1024), tls_model("initial-exec"))) unsigned char
    warpup_dynamic_shared_memory[warpup::kMaxDynamicShared + 1024] __asm__(
        "warpup_dynamic_shared_memory");

namespace warpup {

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
