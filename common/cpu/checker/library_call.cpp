#include "checker/library_call.h"

#include "../exec/worker.h"
#include "checker/call_trace.h"
#include "checker/hooks.h"
#include "warpup/library_call.h"

namespace warpup::check {
namespace {
thread_local const void* t_library_caller = nullptr;
}  // namespace

const void* caller_or(const void* pc) {
  return t_library_caller != nullptr ? t_library_caller : pc;
}

}  // namespace warpup::check

bool warpup_library_enter() {
  using namespace warpup::check;
  if (!on() || t_library_caller != nullptr || warpup::on_device()) return false;
  t_library_caller = warpup::report::trace_here();
  return true;
}

void warpup_library_leave(bool outermost) {
  if (outermost) warpup::check::t_library_caller = nullptr;
}
