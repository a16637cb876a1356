#include "host_report.h"

#include <signal.h>

#include <cstdio>

#include "held_reports.h"
#include "hooks.h"

namespace warpup::check {

report::Side op_side(const Op& op) {
  report::Side side;
  side.device = false;
  side.pc = op.pc;
  side.api = op.api;
  side.kernel = op.kernel;
  side.stream = op.stream == 0 ? "the default stream" : "stream " + std::to_string(op.stream);
  return side;
}

report::Side operation_side(Record record) {
  const uint32_t owner = interval_owner[interval_of(record)];
  if (is_point(owner)) {
    const Point& point = point_at(owner & ~kPointBit);
    if (point.op != nullptr) return op_side(*point.op);
    report::Side side;
    side.device = false;
    side.pc = site_pc(site_of(record));
    return side;
  }
  const Launch& launch = *block_table[owner].launch;
  report::Side side = launch.op != nullptr ? op_side(*launch.op) : report::Side();
  side.device = false;
  side.kernel = kernel_name(*launch.info);
  side.access = report::Access::kLaunch;
  return side;
}

uint32_t host_interval() {
  thread_local uint32_t point = 0, interval = 0;
  const uint32_t now = host_point();
  if (interval == 0 || point != now) {
    point = now;
    interval = new_intervals(1, kPointBit | now);
    note_host_interval(now, interval);
  }
  return interval;
}

void crash_as_a_gpu_program_would() {
  std::fflush(stdout);
  submit_held();
  report::flush();
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
  __builtin_unreachable();
}

}  // namespace warpup::check
