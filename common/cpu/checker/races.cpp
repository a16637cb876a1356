// Reports of accesses that nothing orders.
#include <algorithm>
#include <cstring>

#include "access.h"
#include "allocations.h"
#include "held_reports.h"

namespace warpup::check {
namespace {

using report::Access;
using report::Kind;
using report::Report;
using report::Side;
using report::SubKind;

bool same_launch(Record other) {
  const uint32_t owner = interval_owner[interval_of(other)];
  return !is_point(owner) && block_table[owner].launch == here.state->launch;
}

bool same_warp(Record other) {
  return interval_owner[interval_of(other)] == here.block &&
         thread_of(other) / kWarpSize == here.thread / kWarpSize;
}

// Two operations of different streams, or host code and a kernel: the place to mend is on the host.
void report_between_operations(Record other, Access other_access, uintptr_t a, unsigned flags) {
  Report r;
  r.kind = Kind::kMissingSync;
  r.sub = SubKind::kTwoStreams;
  const Launch& launch = *here.state->launch;
  describe_launch(&r, launch);
  r.first.device = false;
  r.first.pc = launch.op != nullptr ? launch.op->pc : nullptr;
  r.first.api = "kernel launch";
  r.first.access = device_access_kind(flags);
  r.first.kernel = r.kernel;
  r.second = side_of(other, other_access, 4);
  bool other_is_later = false;
  const uint32_t owner = interval_owner[interval_of(other)];
  if (!is_point(owner) && block_table[owner].launch->op != nullptr) {
    r.second->device = false;
    r.second->api = "kernel launch";
    r.second->pc = block_table[owner].launch->op->pc;
    other_is_later =
        launch.op != nullptr && block_table[owner].launch->op->point > launch.op->point;
  } else if (is_point(owner) && point_at(owner & ~kPointBit).op == nullptr) {
    std::swap(r.first, *r.second);
    r.sub = other_access == Access::kWrite ? SubKind::kHostWrites : SubKind::kHostReads;
  }
  if (is_point(owner) && point_at(owner & ~kPointBit).op != nullptr) {
    other_is_later = launch.op != nullptr && (owner & ~kPointBit) > launch.op->point;
  }
  // What was queued later is what should have waited, whichever ran first this time.
  if (other_is_later) std::swap(r.first, *r.second);
  r.address = a;
  r.place = describe_address(a, 4);
  report::submit(r);
}

SubKind sub_kind(Record other, Access other_access, Access mine) {
  if (same_warp(other)) return SubKind::kWithinWarp;
  if (mine == Access::kAtomic || other_access == Access::kAtomic) return SubKind::kAtomicAndPlain;
  return SubKind::kNone;
}

// Whether the write changes anything is known only after it: keep the report until then.
void keep_pending(const Report& r, const void* address, int size) {
  Pending& p = pending_write();
  if (here.pending_report && (p.address != address || p.size != size)) settle();
  if (!here.pending_report) {
    p.address = address;
    p.size = size;
    std::memcpy(p.before, address, static_cast<size_t>(size));
  }
  p.reports.push_back(r);
  here.pending_report = here.unsettled = true;
}

void report_within_launch(Record other, Access other_access, uintptr_t a, unsigned flags,
                          bool shared) {
  const Access mine = device_access_kind(flags);
  const void* pc = access_pc();
  Report r;
  r.kind = shared ? Kind::kRaceShared : Kind::kRaceGlobal;
  r.first = side_here(pc, mine, access_size());
  r.second = side_of(other, other_access, access_size());
  r.second->kernel.clear();  // the report's own
  r.second->stream.clear();
  r.sub = sub_kind(other, other_access, mine);
  const bool both_write = mine == Access::kWrite && other_access == Access::kWrite;
  if (!both_write && !report::wanted(r.kind, r.first, &*r.second)) return;
  describe_launch(&r, *here.state->launch);
  r.address = a;
  r.place = shared ? describe_shared(a) : describe_address(a, static_cast<size_t>(access_size()));
  note_race(r);
  if (both_write) {
    keep_pending(r, access_address(), std::min(access_size(), 16));
  } else {
    report::submit(r);
  }
}

}  // namespace

void report_race(Record other, Access other_access, uintptr_t a, unsigned flags, bool shared) {
  if (!same_launch(other)) return report_between_operations(other, other_access, a, flags);
  if (site_of(other) < kDirectSites) {
    return report_within_launch(other, other_access, a, flags, shared);
  }
  for (const uint32_t site : sites_in(site_of(other))) {
    const Record one = (other & ~Record{kSiteMask}) | site;
    report_within_launch(one, other_access, a, flags, shared);
  }
}

void report_uninit(uintptr_t a, uint32_t size, unsigned flags, bool shared) {
  Report r;
  r.kind = Kind::kUninit;
  r.first = side_here(access_pc(), device_access_kind(flags), static_cast<int>(size));
  if (flags & kAtomic) r.sub = SubKind::kAtomicAccumulator;
  describe_launch(&r, *here.state->launch);
  r.address = a;
  r.place = shared ? describe_shared(a) : describe_address(a, size);
  hold_uninit(r);
}

}  // namespace warpup::check
