#include "here.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "allocations.h"
#include "call_trace.h"
#include "sync_log.h"

namespace warpup::check {

__thread Here here;

namespace {

constexpr size_t kAddressLocks = 64;
std::atomic_flag g_address_locks[kAddressLocks];

struct Unsettled {
  Pending write;
  std::atomic_flag* held = nullptr;
  uintptr_t read = 0;
};
thread_local Unsettled t_unsettled;

}  // namespace

Pending& pending_write() { return t_unsettled.write; }

void hold_address(uintptr_t address) {
  std::atomic_flag& lock = g_address_locks[(address >> 2) * 0x9E3779B97F4A7C15ULL >> 58];
  while (lock.test_and_set(std::memory_order_acquire)) sched_yield();
  t_unsettled.held = &lock;
  here.unsettled = true;
}

void learn_again(uintptr_t address) {
  t_unsettled.read = address;
  here.unsettled = true;
}

uint32_t thread_interval(const BlockState& s, uint32_t thread) {
  if (!s.own.empty() && s.own[thread] != 0) return s.own[thread];
  return s.warp_interval[thread / kWarpSize];
}

void refresh_identity() {
  here.who = make_record(thread_interval(*here.state, here.thread), here.thread, 0);
  here.floor = here.state->floor;
  here.warp_floor = here.state->warp_floor[here.thread / kWarpSize];
}

namespace {

void settle_write() {
  here.pending_report = false;
  Pending& p = t_unsettled.write;
  const bool same = std::memcmp(p.before, p.address, static_cast<size_t>(p.size)) == 0;
  for (report::Report& r : p.reports) {
    if (same) {
      r.note = true;
      r.sub = report::SubKind::kSameValue;
    }
    report::submit(r);
  }
  p.reports.clear();
}

}  // namespace

void settle() {
  here.unsettled = false;
  Unsettled& u = t_unsettled;
  if (u.held != nullptr) {
    u.held->clear(std::memory_order_release);
    u.held = nullptr;
  }
  if (u.read != 0) {
    learn(u.read);
    u.read = 0;
  }
  if (here.pending_report) settle_write();
}

namespace {

bool before_in_block(Record record, const BlockState& s) {
  const uint32_t interval = interval_of(record);
  if (interval < s.floor) return true;
  const uint32_t other = thread_of(record);
  if (other == here.thread) return true;
  const uint32_t warp = here.thread / kWarpSize;
  if (other / kWarpSize == warp) {
    if (interval < s.warp_floor[warp]) return true;
    const auto& lanes = s.lanes[warp];
    if (lanes && interval < lanes->known[here.thread % kWarpSize][other % kWarpSize]) return true;
  }
  return knows(s, here.thread, here.block, other, interval);
}

}  // namespace

bool happened_before(Record record) {
  const uint32_t interval = interval_of(record);
  if (interval < here.ordered_below) return true;
  const BlockState& s = *here.state;
  const uint32_t owner = interval_owner[interval];
  if (is_point(owner)) return before(point_at(owner & ~kPointBit), s.launch->clock);
  const BlockInfo& b = block_table[owner];
  if (b.launch != s.launch) {
    const Op* op = b.launch->op;
    return op != nullptr && s.launch->clock.at(op->component) >= op->sequence;
  }
  if (interval < s.launch->grid_floor) return true;
  if (owner == here.block) return before_in_block(record, s);
  return knows(s, here.thread, owner, thread_of(record), interval);
}

bool happened_before(Record record, const VectorClock& clock) {
  const uint32_t owner = interval_owner[interval_of(record)];
  if (is_point(owner)) return before(point_at(owner & ~kPointBit), clock);
  const Op* op = block_table[owner].launch->op;
  return op == nullptr || clock.at(op->component) >= op->sequence;
}

namespace {

void set_block_index(report::Side* side, const Launch& launch, uint64_t linear) {
  const dim3 g = launch.grid;
  side->block[0] = static_cast<unsigned>(linear % g.x);
  side->block[1] = static_cast<unsigned>(linear / g.x % g.y);
  side->block[2] = static_cast<unsigned>(linear / (uint64_t{g.x} * g.y));
}

void set_thread_index(report::Side* side, const Launch& launch, uint32_t thread) {
  const dim3 b = launch.block;
  side->thread[0] = thread % b.x;
  side->thread[1] = thread / b.x % b.y;
  side->thread[2] = thread / (b.x * b.y);
}

std::string stream_name(int stream) {
  return stream == 0 ? "the default stream" : "stream " + std::to_string(stream);
}

}  // namespace

const void* program_pc(const void* pc, const Launch& launch) {
  if (launch.op == nullptr || !report::is_trace(launch.op->pc)) return pc;
  return report::is_learner_file(report::locate(pc).file) ? pc : launch.op->pc;
}

report::Side side_here(const void* pc, report::Access access, int size) {
  report::Side side;
  side.pc = pc;
  side.access = access;
  side.size = size;
  side.device = here.device;
  if (!here.device) return side;
  const BlockInfo& b = block_table[here.block];
  side.pc = program_pc(pc, *b.launch);
  set_block_index(&side, *b.launch, b.linear);
  set_thread_index(&side, *b.launch, here.thread);
  return side;
}

report::Side side_of(Record record, report::Access access, int size) {
  report::Side side;
  side.access = access;
  side.size = size;
  const uint32_t owner = interval_owner[interval_of(record)];
  if (is_point(owner)) {
    const Point& point = point_at(owner & ~kPointBit);
    side.device = false;
    side.pc = point.op != nullptr ? point.op->pc : site_pc(site_of(record));
    if (point.op != nullptr) {
      side.api = point.op->api;
      side.stream = stream_name(point.op->stream);
    }
    return side;
  }
  const BlockInfo& b = block_table[owner];
  side.pc = program_pc(site_pc(site_of(record)), *b.launch);
  side.kernel = kernel_name(*b.launch->info);
  if (b.launch->op != nullptr) side.stream = stream_name(b.launch->op->stream);
  set_block_index(&side, *b.launch, b.linear);
  set_thread_index(&side, *b.launch, thread_of(record));
  return side;
}

void describe_launch(report::Report* r, const Launch& launch) {
  r->kernel = kernel_name(*launch.info);
  const dim3 g = launch.grid, b = launch.block;
  const unsigned grid[3] = {g.x, g.y, g.z}, block[3] = {b.x, b.y, b.z};
  std::copy(grid, grid + 3, r->grid);
  std::copy(block, block + 3, r->block_dim);
}

// The shared variable that the address belongs to or runs out of.
report::Place describe_shared(uintptr_t a) {
  report::Place place;
  const SharedArea& area = here.worker->shared;
  const size_t dynamic = here.worker->grid->config.dynamic_shared;
  const SharedArea::Piece* best = nullptr;
  for (const auto& piece : area.pieces) {
    if (reinterpret_cast<uintptr_t>(piece.begin) <= a) best = &piece;
  }
  if (best == nullptr) best = &area.pieces.front();
  const bool is_static = best->variable != nullptr;
  place.memory = is_static ? report::Memory::kSharedStatic : report::Memory::kSharedDynamic;
  place.bytes = is_static ? best->bytes : dynamic;
  place.offset = static_cast<long>(a) - reinterpret_cast<long>(best->begin);
  if (is_static) {
    place.name = best->variable->name;
    place.made_file = best->variable->file;
    place.made_line = best->variable->line;
  }
  return place;
}

}  // namespace warpup::check
