// Barriers and masks: who is missing.
#include <algorithm>

#include "../exec/grid.h"
#include "../runtime/errors.h"
#include "access.h"
#include "counters.h"
#include "device_hooks.h"
#include "fatal.h"
#include "here.h"
#include "warpup/collectives.h"

namespace warpup::check {
namespace {

using report::Access;
using report::Kind;
using report::Report;
using report::Side;
using report::SubKind;

Side side_in(const Block& b, unsigned id, const void* pc, const char* api) {
  Side side;
  side.pc = pc;
  side.access = Access::kWait;
  side.api = api;
  side.block[0] = b.index.x;
  side.block[1] = b.index.y;
  side.block[2] = b.index.z;
  const uint3 t = b.index_of(id);
  side.thread[0] = t.x;
  side.thread[1] = t.y;
  side.thread[2] = t.z;
  return side;
}

Report report_for(const Block& b, Kind kind, SubKind sub) {
  Report r;
  r.kind = kind;
  r.sub = sub;
  describe_launch(&r, *static_cast<const Launch*>(b.grid->check));
  return r;
}

bool alive(const Block& b, unsigned id) {
  return b.warps[id / kWarpSize].alive >> id % kWarpSize & 1;
}

unsigned first_alive(const Block& b) {
  unsigned id = 0;
  while (!alive(b, id)) ++id;
  return id;
}

// Threads of the block wait at different calls of the barrier.
void judge_places(const Block& b, unsigned first) {
  const void* pc = b.threads[first].wait_pc;
  for (unsigned id = first + 1; id < b.size; ++id) {
    const CudaThread& t = b.threads[id];
    if (!alive(b, id) || t.wait_pc == pc || report::same_source_line(t.wait_pc, pc)) continue;
    Report r = report_for(b, Kind::kBarrierDivergence, SubKind::kDifferentBarriers);
    r.first = side_in(b, first, pc, "__syncthreads");
    r.second = side_in(b, id, t.wait_pc, "__syncthreads");
    report::submit(r);
    return;
  }
}

bool contains_line(const std::vector<const void*>& sites, const void* pc) {
  return std::any_of(sites.begin(), sites.end(),
                     [&](const void* s) { return s == pc || report::same_source_line(s, pc); });
}

// Some threads have left the kernel. CUDA waits for the rest; but if the same barrier was passed by
// those that left, they ran its loop fewer times.
void judge_missing(const Block& b, const BlockState& s, unsigned first) {
  unsigned gone = 0;
  while (gone < b.size && alive(b, gone)) ++gone;
  if (gone == b.size) return;
  const void* pc = b.threads[first].wait_pc;
  unsigned left_late = b.size;  // a thread that has passed barriers and left
  for (unsigned id = gone; id < b.size && left_late == b.size; ++id) {
    if (!alive(b, id) && s.recorded(id) && b.threads[id].barriers > 0) left_late = id;
  }
  const bool trip_count = left_late < b.size && contains_line(s.passed_sites, pc);
  Report r = report_for(b, Kind::kBarrierDivergence,
                        trip_count ? SubKind::kTripCount : SubKind::kEarlyExit);
  r.note = !trip_count;
  r.first = side_in(b, first, pc, "__syncthreads");
  r.second = side_in(b, trip_count ? left_late : gone,
                     trip_count ? b.threads[left_late].wait_pc : nullptr, "");
  r.second->access = Access::kNone;
  report::submit(r);
}

const char* name_of(int op) {
  switch (op) {
    case kWarpSync:
      return "__syncwarp";
    case kWarpShflIdx:
      return "__shfl_sync";
    case kWarpShflUp:
      return "__shfl_up_sync";
    case kWarpShflDown:
      return "__shfl_down_sync";
    case kWarpShflXor:
      return "__shfl_xor_sync";
    case kWarpBallot:
      return "__ballot_sync";
    case kWarpAll:
      return "__all_sync";
    case kWarpAny:
      return "__any_sync";
    case kWarpMatchAny:
      return "__match_any_sync";
    case kWarpMatchAll:
      return "__match_all_sync";
    default:
      return "__reduce_sync";
  }
}

std::string hex(unsigned mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

}  // namespace

void judge_barrier(Block& b, BlockState& s) {
  const unsigned first = first_alive(b);
  judge_places(b, first);
  if (b.alive < b.size) judge_missing(b, s, first);
  for (unsigned id = first; id < b.size; ++id) {
    if (!alive(b, id)) continue;
    s.mark_recorded(id);
    const void* pc = b.threads[id].wait_pc;
    if (s.passed_sites.empty() || s.passed_sites.back() != pc) {
      if (std::find(s.passed_sites.begin(), s.passed_sites.end(), pc) == s.passed_sites.end()) {
        s.passed_sites.push_back(pc);
      }
    }
  }
}

void warp_incomplete(Block& b, unsigned warp, unsigned lanes, unsigned missing) {
  const unsigned base = warp * kWarpSize;
  const unsigned id = base + static_cast<unsigned>(__builtin_ctz(lanes));
  const CudaThread& t = b.threads[id];
  Report r = report_for(b, Kind::kBarrierDivergence, SubKind::kLaneMissing);
  r.first = side_in(b, id, t.wait_pc, name_of(t.op));
  r.value = hex(t.mask);
  if (missing != 0) {
    const unsigned other = base + static_cast<unsigned>(__builtin_ctz(missing));
    const CudaThread& o = b.threads[other];
    const bool at_warp_op = b.warps[warp].waiting >> other % kWarpSize & 1;
    if (at_warp_op && o.mask != t.mask) r.sub = SubKind::kMasksDiffer;
    const bool waits = alive(b, other);
    r.second = side_in(b, other, waits ? o.wait_pc : nullptr,
                       !waits       ? ""
                       : at_warp_op ? name_of(o.op)
                                    : "__syncthreads");
    if (!waits) r.second->access = Access::kNone;
    r.detail = "Lanes " + hex(missing) + " of the mask " + r.value + " do not take part.";
  }
  report::submit(r);
}

// Harmless where the value is not used, so a note.
void shuffle_from_absent(Block& b, unsigned warp, unsigned lane, unsigned source) {
  const CudaThread& t = b.threads[warp * kWarpSize + lane];
  Report r = report_for(b, Kind::kBarrierDivergence, SubKind::kSourceNotInMask);
  r.note = true;
  r.first = side_in(b, t.id, t.wait_pc, name_of(t.op));
  r.value = "lane " + std::to_string(source);
  report::submit(r);
}

void bad_mask(Worker& w, const CudaThread& t) {
  Report r = report_for(*w.block, Kind::kBarrierDivergence, SubKind::kCallerNotInMask);
  r.first = side_in(*w.block, t.id, t.wait_pc, name_of(t.op));
  r.value = hex(t.mask);
  r.detail = "Lane " + std::to_string(t.id % kWarpSize) + " calls with mask " + r.value +
             ", which does not name it.";
  report::submit(r);
}

void grid_barrier_refused(Worker& w, const void* pc) {
  Report r = report_for(*w.block, Kind::kLaunchConfig, SubKind::kCooperativeSize);
  r.first = side_in(*w.block, here.thread, pc, "grid.sync");
  r.detail = "grid.sync() needs a cooperative launch (cudaLaunchCooperativeKernel).";
  report::submit(r);
}

void deadlock(Worker&, Block& b, uint64_t first, bool not_resident) {
  Report r = report_for(b, Kind::kDeadlock, not_resident ? SubKind::kGridBarrier : SubKind::kSpin);
  const unsigned id = b.spinners.empty() ? 0 : b.spinners.front();
  r.first = side_in(b, id, b.threads[id].wait_pc, "");
  const dim3 g = b.grid->config.grid;
  r.first.block[0] = static_cast<unsigned>(first % g.x);
  r.first.block[1] = static_cast<unsigned>(first / g.x % g.y);
  r.first.block[2] = static_cast<unsigned>(first / (uint64_t{g.x} * g.y));
  r.amount = b.grid->blocks;
  r.limit = b.grid->resident_limit.load();
  report::submit(r);
}

namespace {

// The kernel ended itself (__trap, assert), or divided by zero: its own line is the cause.
void hold_stop(Worker& w, int code, const void* pc) {
  constexpr int kAssert = 710;
  Report r = report_for(*w.block, Kind::kStickyError, SubKind::kNone);
  r.first = side_in(*w.block, here.thread, pc, code == kAssert ? "assert" : "");
  r.first.access = Access::kNone;
  r.code = code;
  r.code_name = runtime::error_name(code);
  hold_fatal(r);
}

}  // namespace

void device_fault(Worker& w, int code, const void* address, const void* pc, bool overflow) {
  if (here.unsettled) settle();
  if (code != 700) return hold_stop(w, code, pc);
  if (already_explained()) return;
  Report r = report_for(*w.block, Kind::kOutOfBounds, SubKind::kWildAddress);
  r.first = side_in(*w.block, here.thread, program_pc(pc, *here.state->launch), "");
  r.first.access = Access::kNone;
  r.address = reinterpret_cast<uintptr_t>(address);
  if (overflow) r.sub = SubKind::kStackFull;
  hold_fatal(r);
}

}  // namespace warpup::check
