// Clocks that the host reads around a launch. A launch returns at once, so the time between two
// readings with nothing but launches between them is not the kernel's. The clock functions of the C
// and C++ libraries are wrapped here to see the readings; they behave as ever.
#include "host_timing.h"

#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

#include <cstdint>
#include <cstring>

#include "../exec/exec.h"
#include "clocks.h"
#include "hooks.h"
#include "host_report.h"
#include "report.h"
#include "tables.h"

namespace warpup::check {
namespace {

// One host thread's readings. A reading that follows a launch nobody has waited for is suspect;
// another one after the wait shows that the program knows (it measures both, or polls).
struct Readings {
  bool any = false;
  const Op* launch = nullptr;   // the last one since the reading before
  const Op* suspect = nullptr;  // the launch that a reading came too early for
  const void* pc = nullptr;     // of that reading
};
thread_local Readings t_readings;

bool in_program(const void* pc) {
  return reinterpret_cast<uintptr_t>(pc) - text_base < kDirectSites;
}

bool waited(const Op* op) { return host_clock().at(op->component) >= op->sequence; }

void clock_read(const void* pc) {
  if (!on() || on_device() || !in_program(pc)) return;
  Readings& r = t_readings;
  if (r.suspect != nullptr && waited(r.suspect)) r.suspect = nullptr;
  if (r.any && r.launch != nullptr && !waited(r.launch)) {
    r.suspect = r.launch;
    r.pc = pc;
  }
  r.any = true;
  r.launch = nullptr;
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

void note_launch(const Op* op) { t_readings.launch = op; }

void report_host_timing() {
  const Readings& r = t_readings;
  if (r.suspect == nullptr) return;
  report::Report report;
  report.kind = report::Kind::kMissingSync;
  report.sub = report::SubKind::kHostTiming;
  report.first.device = false;
  report.first.pc = r.pc;
  report.second = op_side(*r.suspect);
  report.second->access = report::Access::kLaunch;
  report.kernel = r.suspect->kernel;
  report::submit(report);
}

}  // namespace warpup::check

using namespace warpup::check;

extern "C" {

int clock_gettime(clockid_t id, struct timespec* t) {
  static const auto real = next<int (*)(clockid_t, struct timespec*)>("clock_gettime");
  clock_read(__builtin_return_address(0));
  return real(id, t);
}

int gettimeofday(struct timeval* t, void* zone) {
  static const auto real = next<int (*)(struct timeval*, void*)>("gettimeofday");
  clock_read(__builtin_return_address(0));
  return real(t, zone);
}

clock_t clock() {
  static const auto real = next<clock_t (*)()>("clock");
  clock_read(__builtin_return_address(0));
  return real();
}

// std::chrono's clocks; both return a count of nanoseconds in a class of that size.
int64_t warpup_steady_now() __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
int64_t warpup_steady_now() {
  static const auto real = next<int64_t (*)()>("_ZNSt6chrono3_V212steady_clock3nowEv");
  clock_read(__builtin_return_address(0));
  return real();
}

int64_t warpup_system_now() __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
int64_t warpup_system_now() {
  static const auto real = next<int64_t (*)()>("_ZNSt6chrono3_V212system_clock3nowEv");
  clock_read(__builtin_return_address(0));
  return real();
}

}  // extern "C"
