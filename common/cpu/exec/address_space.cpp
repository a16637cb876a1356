// In which of CUDA's memory spaces an address lies: __isShared, __isLocal, __isGlobal.
#include "warpup/device/memory.h"
#include "worker.h"

namespace {

bool is_shared(const warpup::SharedArea& area, const unsigned char* p) {
  if (p < area.low || p >= area.high) return false;
  for (const auto& piece : area.pieces) {
    if (p >= piece.begin && p < piece.begin + piece.bytes) return true;
  }
  return false;
}

}  // namespace

extern "C" int warpup_address_space(const void* p) {
  const warpup::Worker* worker = warpup::running_worker;
  if (worker == nullptr) return 0;
  if (is_shared(worker->shared, static_cast<const unsigned char*>(p))) return 1;
  return worker->fibers.in_stack(p) ? 2 : 0;
}
