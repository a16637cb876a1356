#include "checker/call_trace.h"

#include <dlfcn.h>
#include <unwind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace warpup::report {
namespace {

constexpr size_t kMaxFrames = 64;       // a library's templates call each other some 30 deep
constexpr size_t kMaxTraces = 1 << 16;  // further ones share the last stand-in

// Addresses that no code has.
const char g_stand_ins[kMaxTraces + 1] = {};

using Frames = std::vector<const void*>;

struct Traces {
  std::mutex mutex;
  std::map<Frames, size_t> numbers;
  std::vector<const Frames*> frames;
};

Traces& traces() {
  static auto& instance = *new Traces;  // outlives every destructor of the program
  return instance;
}

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* data) {
  auto& frames = *static_cast<Frames*>(data);
  const uintptr_t address = _Unwind_GetIP(context);
  if (address == 0 || frames.size() == kMaxFrames) return _URC_END_OF_STACK;
  frames.push_back(reinterpret_cast<const void*>(address));
  return _URC_NO_REASON;
}

bool in_this_library(const void* pc) {
  Dl_info place, own;
  return dladdr(pc, &place) != 0 && dladdr(g_stand_ins, &own) != 0 &&
         place.dli_fbase == own.dli_fbase;
}

}  // namespace

const void* trace_here() {
  Frames frames;
  _Unwind_Backtrace(add_frame, &frames);
  Traces& t = traces();
  const std::lock_guard<std::mutex> lock(t.mutex);
  const auto [entry, added] = t.numbers.emplace(std::move(frames), t.frames.size());
  if (added) t.frames.push_back(&entry->first);
  const size_t number = entry->second < kMaxTraces ? entry->second : kMaxTraces - 1;
  return g_stand_ins + 1 + number;
}

bool is_trace(const void* pc) {
  const auto* address = static_cast<const char*>(pc);
  return address > g_stand_ins && address <= g_stand_ins + kMaxTraces;
}

std::vector<const void*> trace_frames(const void* pc) {
  Frames frames;
  {
    Traces& t = traces();
    const std::lock_guard<std::mutex> lock(t.mutex);
    frames = *t.frames[static_cast<size_t>(static_cast<const char*>(pc) - g_stand_ins - 1)];
  }
  const auto begin = std::find_if_not(frames.begin(), frames.end(), in_this_library);
  return {begin, frames.end()};
}

}  // namespace warpup::report
