// The executor's events, turned into intervals: who is ordered with whom.
#include "device_hooks.h"

#include <algorithm>
#include <deque>
#include <mutex>

#include "../exec/grid.h"
#include "access.h"
#include "call_trace.h"
#include "counters.h"
#include "fatal.h"
#include "here.h"
#include "hooks.h"
#include "start.h"
#include "sync_log.h"

namespace warpup::check {
namespace {

Launch* new_launch() {
  static std::mutex mutex;
  static auto* launches = new std::deque<Launch>;
  std::lock_guard<std::mutex> lock(mutex);
  launches->emplace_back();
  return &launches->back();
}

struct Unordered {
  const VectorClock* clock;
  uint32_t lowest;
};

// Intervals of operations that are not ordered before the launch may have been given already.
void lower_for(const Op& op, void* context) {
  auto* u = static_cast<Unordered*>(context);
  if (u->clock->at(op.component) >= op.sequence) return;
  if (op.first_interval != 0) u->lowest = std::min(u->lowest, op.first_interval.load());
}

unsigned warps_of(const Block& b) { return (b.size + kWarpSize - 1) / kWarpSize; }

BlockState& state_of(Block& b) { return *static_cast<BlockState*>(b.check); }

std::vector<BlockState*>& spare_states() {
  thread_local std::vector<BlockState*> spare;
  return spare;
}

BlockState* take_state() {
  auto& spare = spare_states();
  if (spare.empty()) return new BlockState;
  BlockState* s = spare.back();
  spare.pop_back();
  return s;
}

// New intervals for all warps; what went before is below them.
void advance_all(Block& b, BlockState& s) {
  const uint32_t first = new_intervals(warps_of(b), s.number);
  for (unsigned w = 0; w < warps_of(b); ++w) s.warp_interval[w] = first + w;
  s.floor = first;
  s.own.clear();
}

}  // namespace

void op_launches(Op* op, const KernelInfo& info) {
  if (op != nullptr) op->kernel = kernel_name(info);
}

void grid_begin(Grid& grid) {
  Launch* l = new_launch();
  l->info = &grid.info;
  l->grid = grid.config.grid;
  l->block = grid.config.block;
  l->dynamic_shared = grid.config.dynamic_shared;
  l->op = grid.op;
  l->first_interval = next_interval();
  Unordered u{&l->clock, l->first_interval};
  if (grid.op != nullptr) {
    l->clock = grid.op->clock;
    grid.op->first_interval = l->first_interval;
    for_each_recent(lower_for, &u);
    u.lowest = lowest_unordered_host_interval(l->clock, u.lowest);
  }
  l->ordered_below = u.lowest;
  grid.check = l;
}

void grid_end(Grid&) {}

void block_begin(Worker&, Block& b) {
  BlockState* s = take_state();
  s->launch = static_cast<Launch*>(b.grid->check);
  s->number = new_block(s->launch, b.linear);
  std::fill(s->warp_floor, s->warp_floor + 32, 0);
  for (auto& table : s->lanes) table.reset();
  s->knowledge.refs.clear();
  s->thread_knowledge.clear();
  s->fenced.clear();
  s->passed_sites.clear();
  std::fill(s->recorded_lanes, s->recorded_lanes + 32, 0);
  b.check = s;
  advance_all(b, *s);
  s->floor = 0;  // nothing of this block precedes
}

void block_enter(Worker& w, Block& b) {
  BlockState& s = state_of(b);
  const size_t span = static_cast<size_t>(w.shared.high - w.shared.low);
  if (s.shared.size() < span / 4 + 8) s.shared.assign(span / 4 + 8, Cell());
  here.state = &s;
  here.worker = &w;
  here.block = s.number;
  here.floor = s.floor;
  here.ordered_below = s.launch->ordered_below;
  here.shared_low = reinterpret_cast<uintptr_t>(w.shared.low) & ~uintptr_t{3};
  here.shared_span = span + 4;
  here.shared_cells = s.shared.data();
  // How a library's algorithm is made here is not how it is made on a GPU: nothing to count.
  const Op* op = s.launch->op;
  here.profile = counting(b) && (op == nullptr || !report::is_trace(op->pc));
}

void block_end(Worker&, Block& b) {
  if (here.unsettled) settle();
  count_block_end(b);
  spare_states().push_back(&state_of(b));
  b.check = nullptr;
}

namespace {

void become(Worker& w, unsigned id) {
  here.thread = id;
  here.stack_low = reinterpret_cast<uintptr_t>(w.fiber->stack_low);
  here.stack_span = w.fiber->stack_bytes;
  refresh_identity();
}

}  // namespace

void thread_begin(Worker& w, unsigned id) { become(w, id); }

void thread_resume(Worker& w, unsigned id) { become(w, id); }

void thread_end(Worker&, unsigned) {
  if (here.unsettled) settle();
}

void leave_device(Worker&) {
  if (here.unsettled) settle();
  here.device = false;
}
void enter_device(Worker&) {
  here.device = true;
  set_explained(false);
}

void barrier_completed(Block& b) {
  BlockState& s = state_of(b);
  if (here.unsettled) settle();
  judge_barrier(b, s);
  count_barrier(b);
  advance_all(b, s);
  share_knowledge(s);
  s.fenced.clear();
  std::fill(s.warp_floor, s.warp_floor + 32, 0);
  for (auto& table : s.lanes) table.reset();
  here.floor = s.floor;
}

namespace {

void meet_some(Block& b, BlockState& s, unsigned warp, unsigned lanes) {
  if (s.own.empty()) s.own.assign(kMaxBlockThreads, 0);
  auto& table = s.lanes[warp];
  if (!table) {
    table = std::make_unique<BlockState::LaneTable>();
    for (auto& row : table->known) std::fill(row, row + 32, s.warp_floor[warp]);
  }
  const uint32_t fresh = new_intervals(1, s.number);
  uint32_t together[32] = {};
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    for (unsigned other = 0; other < 32; ++other) {
      together[other] = std::max(together[other], table->known[lane][other]);
    }
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    for (unsigned other = 0; other < 32; ++other) {
      table->known[lane][other] = lanes >> other & 1 ? fresh : together[other];
    }
    s.own[warp * 32 + lane] = fresh;
  }
  (void)b;
}

}  // namespace

// __syncwarp orders memory among its lanes; shuffles and votes exchange values and order nothing.
void warp_completed(Block& b, unsigned warp, unsigned lanes, int op) {
  if (op != 0) return;
  BlockState& s = state_of(b);
  if (here.unsettled) settle();
  if (!s.thread_knowledge.empty()) share_knowledge(s, warp, lanes);
  // Lanes that have left were not waited for: what they did last is not ordered by this.
  if (lanes != b.lanes_in(warp)) return meet_some(b, s, warp, lanes);
  s.warp_interval[warp] = s.warp_floor[warp] = new_intervals(1, s.number);
  s.lanes[warp].reset();
  if (s.own.empty()) return;
  std::fill_n(s.own.begin() + warp * 32, 32, 0);
}

void grid_barrier_completed(Grid& grid) {
  auto* l = static_cast<Launch*>(grid.check);
  l->grid_floor = next_interval();
}

void grid_barrier_passed(Worker& w, Block& b) {
  (void)w;
  BlockState& s = state_of(b);
  advance_all(b, s);
}

void fence(Worker&, int) { note_fence(); }

void atomic_access(Worker& worker, const volatile void* p, int size, int kind, int, int order,
                   const void* pc) {
  const auto a = reinterpret_cast<uintptr_t>(p);
  if (here.unsettled) settle();
  if (kind != 2 && is_device_memory(a, static_cast<uint32_t>(size))) {
    worker.spin.pc = pc;
    note_possible_spin(worker, p, size);  // may let others run, so nothing is held yet
  }
  hold_address(a);
  const unsigned flags = kAtomic | (kind == 1 ? 0u : unsigned{kWrite});
  judge_access(a, static_cast<uint32_t>(size), flags, pc);
  if (kind != 2) learn(a);
  constexpr int kRelease = 3;  // __ATOMIC_RELEASE; acq_rel and seq_cst release too
  if (kind != 1) publish(a, order >= kRelease);
}

}  // namespace warpup::check
