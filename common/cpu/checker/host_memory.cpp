// Host code's accesses to the API's memory and to memory that queued work still needs.
#include <algorithm>
#include <mutex>
#include <vector>

#include "access.h"
#include "allocations.h"
#include "call_trace.h"
#include "host_report.h"
#include "start.h"

namespace warpup::check {

bool host_ranges_pending = false;

namespace {

using report::Access;
using report::Kind;
using report::Report;
using report::SubKind;

struct HostRange {
  uintptr_t begin, end;
  Op* op;
  bool written;  // by the operation
};
struct Ranges {
  std::mutex mutex;
  std::vector<HostRange> all;
};
Ranges& ranges() {
  static Ranges* r = new Ranges;
  return *r;
}

Access access_of(unsigned flags) { return flags & kWrite ? Access::kWrite : Access::kRead; }

report::Side host_side(const void* pc, Access access, uint32_t size) {
  report::Side side;
  side.device = false;
  side.pc = pc;
  side.access = access;
  side.size = static_cast<int>(size);
  return side;
}

// The host meets memory that `other` still reads or writes.
void report_too_early(Record other, bool only_read, uintptr_t a, uint32_t size, unsigned flags,
                      const void* pc) {
  Report r;
  r.kind = Kind::kMissingSync;
  r.sub = flags & kWrite ? SubKind::kHostWrites : SubKind::kHostReads;
  r.first = host_side(pc, access_of(flags), size);
  r.second = operation_side(other);
  if (only_read) r.second->access = Access::kRead;
  r.kernel = r.second->kernel;
  r.address = a;
  r.place = describe_address(a, size);
  report::submit(r);
}

bool is_host_point(Record r) {
  const uint32_t owner = interval_owner[interval_of(r)];
  return is_point(owner) && point_at(owner & ~kPointBit).op == nullptr;
}

bool too_early(Record r, const VectorClock& clock) {
  return r != 0 && !is_host_point(r) && !happened_before(r, clock);
}

void judge_host_cell(Cell* c, uintptr_t a, uint32_t size, unsigned flags, const void* pc) {
  const VectorClock& clock = host_clock();
  if (too_early(c->write, clock)) return report_too_early(c->write, false, a, size, flags, pc);
  if (too_early(c->atomic, clock)) return report_too_early(c->atomic, false, a, size, flags, pc);
  const Record me = make_record(host_interval(), 0, site_number(pc));
  if (!(flags & kWrite)) {
    // A kernel that writes later, unordered, must find this read.
    const bool free = c->r1 == 0 || is_host_point(c->r1) || happened_before(c->r1, clock);
    (free ? c->r1 : c->r2) = me;
    return;
  }
  if (too_early(c->r1, clock)) return report_too_early(c->r1, true, a, size, flags, pc);
  if (too_early(c->r2, clock)) return report_too_early(c->r2, true, a, size, flags, pc);
  c->write = me;
}

}  // namespace

void report_host_deref(uintptr_t a, uint32_t size, report::Access access, const char* api,
                       const void* pc) {
  Report r;
  r.kind = Kind::kHostDeref;
  r.sub = api[0] != 0 ? SubKind::kApiArgument : SubKind::kHostCode;
  const bool in_program = report::is_learner_file(report::locate(pc).file);
  r.first = host_side(in_program ? pc : report::trace_here(), access, size);
  r.first.api = api;
  r.address = a;
  r.place = describe_address(a, size);
  report::submit(r);
}

void host_access(uintptr_t p, uint32_t size, unsigned flags, const void* pc) {
  const int region = region_of(p);
  if (region == 0) {
    report_host_deref(p, size, access_of(flags), "", pc);
    crash_as_a_gpu_program_would();
  }
  if (host_ranges_pending) check_host_ranges(p, size, flags, pc);
  if (region < 0 || live_allocation(region, p, size) == nullptr) return;
  Cell* c = cell_at(region, p);
  for (uintptr_t a = p & ~uintptr_t{3}; a < p + size; a += 4, ++c) {
    if (!(c->flags & kSplit)) {
      judge_host_cell(c, p, size, flags, pc);
      continue;
    }
    for (unsigned i = 0; i < 4; ++i) {
      if (a + i >= p && a + i < p + size) judge_host_cell(split_cell(c, i), p, size, flags, pc);
    }
  }
}

// ---- memory named by queued copies ----

namespace {
void add_range(Op* op, const void* p, size_t bytes, bool written) {
  if (op == nullptr || bytes == 0 || region_of(reinterpret_cast<uintptr_t>(p)) > 0) return;
  Ranges& r = ranges();
  std::lock_guard<std::mutex> lock(r.mutex);
  const auto begin = reinterpret_cast<uintptr_t>(p);
  r.all.push_back(HostRange{begin, begin + bytes, op, written});
  host_ranges_pending = true;
}
}  // namespace

void op_will_read_host(Op* op, const void* p, size_t bytes) { add_range(op, p, bytes, false); }
void op_will_write_host(Op* op, void* p, size_t bytes) { add_range(op, p, bytes, true); }

void forget_host_ranges() {
  Ranges& r = ranges();
  std::lock_guard<std::mutex> lock(r.mutex);
  const VectorClock& clock = host_clock();
  const auto done = [&](const HostRange& h) { return clock.at(h.op->component) >= h.op->sequence; };
  r.all.erase(std::remove_if(r.all.begin(), r.all.end(), done), r.all.end());
  host_ranges_pending = !r.all.empty();
}

void check_host_ranges(uintptr_t a, uint32_t size, unsigned flags, const void* pc) {
  Ranges& r = ranges();
  std::lock_guard<std::mutex> lock(r.mutex);
  for (const HostRange& h : r.all) {
    if (a + size <= h.begin || a >= h.end) continue;
    if (!(flags & kWrite) && !h.written) continue;  // both only read
    if (host_clock().at(h.op->component) >= h.op->sequence) continue;
    Report report;
    report.kind = Kind::kMissingSync;
    report.sub = flags & kWrite ? SubKind::kHostWrites : SubKind::kHostReads;
    report.first = host_side(pc, access_of(flags), size);
    report.second = op_side(*h.op);
    report.second->access = h.written ? Access::kWrite : Access::kRead;
    report.address = a;
    report.place = report::Place();
    report.place->memory = report::Memory::kPageable;
    report.place->bytes = h.end - h.begin;
    report.place->offset = static_cast<long>(a - h.begin);
    report::submit(report);
  }
}

bool api_reads_host(const void* p, size_t bytes, const char* api, const void* pc) {
  if (!on()) return true;
  const auto a = reinterpret_cast<uintptr_t>(p);
  const int region = region_of(a);
  if (region == 0) {
    report_host_deref(a, static_cast<uint32_t>(bytes), Access::kRead, api, pc);
    crash_as_a_gpu_program_would();
  }
  if (region > 0 || host_ranges_pending) {
    for (size_t i = 0; i < bytes; i += 4) {
      host_access(a + i, static_cast<uint32_t>(std::min<size_t>(4, bytes - i)), 0, pc);
    }
  }
  return true;
}

}  // namespace warpup::check
