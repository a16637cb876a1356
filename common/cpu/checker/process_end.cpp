// What is left when main returns: kernels under way, memory and objects never released.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "access.h"
#include "allocations.h"
#include "counters.h"
#include "device_hooks.h"
#include "fingerprint.h"
#include "held_reports.h"
#include "here.h"
#include "hooks.h"
#include "host_report.h"
#include "host_timing.h"
#include "report.h"

namespace warpup::check {

bool any_api_error();

namespace {

using report::Kind;
using report::Report;
using report::SubKind;

struct Object {
  const char* what;
  const char* api;
  const void* pc;
};
struct Objects {
  std::mutex mutex;
  std::map<const void*, Object> live;
};
Objects& objects() {
  static Objects* o = new Objects;
  return *o;
}

bool is_launch(const Op& op) {
  return std::strstr(op.api, "aunch") != nullptr && std::strstr(op.api, "HostFunc") == nullptr;
}

void report_under_way() {
  for (const Op* op : unwaited()) {
    if (!is_launch(*op)) continue;
    Report r;
    r.kind = Kind::kMissingSync;
    r.sub = SubKind::kExitUnderWay;
    r.kernel = op->kernel;
    r.first = op_side(*op);
    r.first.access = report::Access::kLaunch;
    report::submit(r);
  }
}

void report_leak(const AllocationRecord& a) {
  Report r;
  r.kind = Kind::kLeak;
  r.sub = SubKind::kMemory;
  r.first.device = false;
  r.first.pc = a.pc;
  r.first.api = a.api;
  r.amount = a.bytes;
  r.place = describe_address(a.begin, 1);
  report::submit(r);
}

void report_objects() {
  Objects& o = objects();
  std::lock_guard<std::mutex> lock(o.mutex);
  for (const auto& [handle, object] : o.live) {
    Report r;
    r.kind = Kind::kLeak;
    r.sub = SubKind::kObject;
    r.note = true;  // streams and events end with the process and cost little
    r.first.device = false;
    r.first.pc = object.pc;
    r.first.api = object.api;
    r.value = object.what;
    report::submit(r);
  }
}

}  // namespace

void object_created(const char* what, const void* handle, const char* api, const void* pc) {
  if (!on()) return;
  Objects& o = objects();
  std::lock_guard<std::mutex> lock(o.mutex);
  o.live[handle] = Object{what, api, pc};
}

void object_destroyed(const char*, const void* handle) {
  if (!on()) return;
  Objects& o = objects();
  std::lock_guard<std::mutex> lock(o.mutex);
  o.live.erase(handle);
}

void at_exit() {
  if (!on()) return;
  submit_held();
  // After an error programs return early and leave all sorts of things behind: not what to mend
  // first.
  if (!any_api_error()) {
    report_under_way();
    report_host_timing();
    for_each_leak(report_leak);
    report_objects();
    submit_notes();
  }
  report_profile();
  report::flush();
  write_fingerprint();
}

namespace {

void report_running(const Worker& w) {
  const Grid* grid = w.grid;
  const Block* block = w.block;
  if (grid == nullptr || block == nullptr) return;
  Report r;
  r.kind = Kind::kDeadlock;
  r.sub = SubKind::kSpin;
  describe_launch(&r, *static_cast<const Launch*>(grid->check));
  r.first.pc = w.interrupted_at;
  // In the checker, or on the way to it through the linker's table: its last poll.
  if (r.first.pc == nullptr || !report::locate(r.first.pc).known()) r.first.pc = w.spin.pc;
  r.first.access = report::Access::kNone;
  const uint3 b = block->index, t = block->index_of(w.interrupted_thread);
  const unsigned bs[3] = {b.x, b.y, b.z}, ts[3] = {t.x, t.y, t.z};
  std::copy(bs, bs + 3, r.first.block);
  std::copy(ts, ts + 3, r.first.thread);
  r.detail = "The kernel was still running when the time was up";
  report::submit(r);
}

}  // namespace

void interrupted(const std::vector<Worker*>& busy) {
  if (!on()) return;
  submit_held();
  for (const Worker* w : busy) report_running(*w);
  report::flush();
}

}  // namespace warpup::check
