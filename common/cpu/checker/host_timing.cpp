// Clocks that the host reads around a launch. A launch returns at once, so the time between two
// readings with nothing but launches between them is not the kernel's. The clock functions of the C
// and C++ libraries are wrapped here to see the readings; they behave as ever.
#include "host_timing.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

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

// The C library's own clock, which this library's stands in front of.
int read_clock(clockid_t id, timespec* t) {
  using Function = int (*)(clockid_t, timespec*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "clock_gettime"));
  return real != nullptr ? real(id, t) : static_cast<int>(syscall(SYS_clock_gettime, id, t));
}

int64_t nanoseconds(clockid_t id) {
  timespec t{};
  read_clock(id, &t);
  return int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
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
  clock_read(__builtin_return_address(0));
  return read_clock(id, t);
}

int gettimeofday(struct timeval* t, void*) {
  clock_read(__builtin_return_address(0));
  timespec now{};
  const int status = read_clock(CLOCK_REALTIME, &now);
  *t = timeval{now.tv_sec, now.tv_nsec / 1000};
  return status;
}

clock_t clock() {
  clock_read(__builtin_return_address(0));
  return static_cast<clock_t>(nanoseconds(CLOCK_PROCESS_CPUTIME_ID) /
                              (1000000000 / CLOCKS_PER_SEC));
}

// std::chrono's clocks, as libstdc++ has them; both return a count of nanoseconds.
int64_t warpup_steady_now() __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
int64_t warpup_steady_now() {
  clock_read(__builtin_return_address(0));
  return nanoseconds(CLOCK_MONOTONIC);
}

int64_t warpup_system_now() __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
int64_t warpup_system_now() {
  clock_read(__builtin_return_address(0));
  return nanoseconds(CLOCK_REALTIME);
}

}  // extern "C"
