#include "worker.h"

#include <chrono>
#include <cstring>

#include "faults.h"
#include "monitor.h"

namespace warpup {
namespace {

thread_local std::unique_ptr<Worker> t_worker;

constexpr uint32_t kStuckYields =
    8;  // turns without progress after which a spinner counts as stuck

}  // namespace

Worker& this_worker() {
  if (running_worker == nullptr) {
    t_worker = std::make_unique<Worker>();
    running_worker = t_worker.get();
  }
  return *running_worker;
}

__thread Worker* running_worker;

Worker::Worker() : fibers(&Worker::fiber_main) {
  thread_loop = &loop;
  shared.locate();
  install_fault_handlers();
  watch_worker(*this);
}

Worker::~Worker() {
  forget_worker(*this);
  running_worker = nullptr;
}

// ---- the loop over a block's threads ----

void Worker::fiber_main() {
  Worker* w = running_worker;
  while (true) {
    w->grid->bound.run_threads();
    Fiber* self = w->fiber;
    w->fibers.give(self);
    void* next = w->pick_next();
    if (next != nullptr && w->fiber == self) continue;  // taken again for the loop
    switch_context(&self->context, next != nullptr ? next : w->main_context);
  }
}

bool Worker::end_thread() {
  if (loop.record != nullptr) return end_recorded();
  Block& b = *block;
  if (grid->plain) {
    b.next = b.id_of(threadIdx) + 1;
    b.last = threadIdx;
  } else if (check::on()) {
    check::thread_end(*this, b.id_of(threadIdx));
  }
  return has_thread = begin_next();
}

bool Worker::begin_next() {
  Block& b = *block;
  loop.record = nullptr;
  if (!b.unstarted()) return false;
  if (grid->order.natural) {
    b.last = b.next == 0 ? uint3{0, 0, 0} : b.index_after(b.last);
    ++b.next;
    threadIdx = b.last;
  } else {
    const unsigned id = grid->order.at[b.next++];
    b.warps[id / kWarpSize].started |= 1u << id % kWarpSize;
    threadIdx = b.index_of(id);
  }
  if (check::on()) check::thread_begin(*this, b.id_of(threadIdx));
  return true;
}

bool Worker::end_recorded() {
  CudaThread* me = loop.record;
  Block& b = *block;
  --b.alive;
  b.warps[me->id / kWarpSize].alive &= ~(1u << me->id % kWarpSize);
  ++b.ended;
  if (check::on()) check::thread_end(*this, me->id);
  // A thread with a fiber waited, and the loop has moved on to another one.
  return has_thread = me->fiber == nullptr && begin_next();
}

bool begin_next_thread() { return running_worker->end_thread(); }

bool begin_next_thread_after(uint3 ended) {
  Worker& w = *running_worker;
  return w.loop.record->index.x != ended.x || w.end_recorded();
}

CudaThread* Worker::record() {
  if (loop.record != nullptr) return loop.record;
  Block& b = *block;
  const unsigned id = b.id_of(threadIdx);
  if (grid->plain) {
    b.next = id + 1;
    b.last = threadIdx;
  }
  CudaThread& t = b.threads[id];
  t.fiber = nullptr;
  t.index = threadIdx;
  t.barriers = 0;
  t.id = static_cast<uint16_t>(id);
  t.spin_address = nullptr;
  b.warps[id / kWarpSize].alive |= 1u << id % kWarpSize;
  ++b.alive;
  return loop.record = &t;
}

// ---- switching ----

void* Worker::start_fiber() {
  Block& b = *block;
  if (!b.unstarted()) return nullptr;
  fiber = fibers.take();
  has_thread = begin_next();
  return fiber->context;
}

void Worker::yield_spin(CudaThread* me) {
  me->state = ThreadState::kSpin;
  const uint64_t progress = grid->progress.load(std::memory_order_relaxed);
  if (me->spin_progress != progress) {
    me->spin_progress = progress;
    me->spin_yields = 0;
  }
  ++me->spin_yields;
  ++block->spinning;
  block->spinners.push_back(me->id);
  suspend(me);
}

// ---- one block ----

Worker::Stop Worker::run_block(Block* b) {
  enter_block(b);
  while (true) {
    void* next = pick_next();
    if (next == nullptr) {
      if (b->ended > 0) {
        grid->progress.fetch_add(1, std::memory_order_relaxed);
        b->ended = 0;
      }
      if (b->finished()) return Stop::kFinished;
      if (resolve()) continue;
      return Stop::kParked;
    }
    in_kernel = true;
    if (check::on()) check::enter_device(*this);
    switch_context(&main_context, next);
    in_kernel = false;
    if (check::on()) check::leave_device(*this);
    if (grid->aborted()) return Stop::kAborted;
  }
}

// Nobody is ready and everybody has started: find out who can go on.
bool Worker::resolve() {
  Block& b = *block;
  loop.record = nullptr;
  if (b.arrived > 0 && try_barrier()) return true;
  for (unsigned w = 0; w * kWarpSize < b.size; ++w) {
    unsigned waiting = b.warps[w].waiting;
    while (waiting != 0) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(waiting));
      waiting &= waiting - 1;
      CudaThread& t = b.threads[w * kWarpSize + lane];
      if (t.state == ThreadState::kWarp) try_warp(&t);
    }
  }
  if (!b.ready.empty() || release_gathered()) return true;
  if (b.spinning > 0 || b.at_grid > 0) return false;
  return complete_incomplete_warps();
}

bool Worker::complete_incomplete_warps() {
  Block& b = *block;
  for (unsigned w = 0; w * kWarpSize < b.size; ++w) {
    const unsigned waiting = b.warps[w].waiting;
    if (waiting == 0) continue;
    CudaThread& first = b.threads[w * kWarpSize + static_cast<unsigned>(__builtin_ctz(waiting))];
    unsigned together = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const CudaThread& t = b.threads[w * kWarpSize + lane];
      if ((waiting >> lane & 1) && t.mask == first.mask && t.op == first.op) together |= 1u << lane;
    }
    const unsigned missing = first.mask & ~together & ~b.exited_lanes(w, b.size) & b.lanes_in(w);
    if (check::on()) check::warp_incomplete(b, w, together, missing);
    finish_warp(b, w, together);
    return true;
  }
  return false;
}

bool Worker::release_spinners() {
  Block& b = *block;
  if (b.spinners.empty()) return false;
  for (const uint16_t id : b.spinners) b.ready.push(id);
  b.spinners.clear();
  b.spinning = 0;
  return true;
}

void Worker::enter_block(Block* b) {
  if (shared_owner_ != b) {
    if (shared_owner_ != nullptr) save_shared(shared_owner_);
    restore_shared(b);
    shared_owner_ = b;
  }
  block = b;
  loop.record = nullptr;
  blockIdx = b->index;
  const dim3 block_dim = grid->config.block, grid_dim = grid->config.grid;
  blockDim = BuiltinDim{block_dim.x, block_dim.y, block_dim.z};
  gridDim = BuiltinDim{grid_dim.x, grid_dim.y, grid_dim.z};
  loop.plain = grid->plain;
  loop.whole = false;  // a fault may have ended the last one
  if (check::on()) check::block_enter(*this, *b);
  if (b->at_grid == 0) release_spinners();
}

void Worker::save_shared(Block* b) {
  size_t bytes = 0;
  for (const auto& p : shared.pieces) bytes += p.variable ? p.bytes : grid->config.dynamic_shared;
  b->saved_shared.resize(bytes);
  unsigned char* to = b->saved_shared.data();
  for (const auto& p : shared.pieces) {
    const size_t n = p.variable ? p.bytes : grid->config.dynamic_shared;
    std::memcpy(to, p.begin, n);
    to += n;
  }
}

void Worker::restore_shared(Block* b) {
  if (b->saved_shared.empty()) return;
  const unsigned char* from = b->saved_shared.data();
  for (const auto& p : shared.pieces) {
    const size_t n = p.variable ? p.bytes : grid->config.dynamic_shared;
    std::memcpy(p.begin, from, n);
    from += n;
  }
  b->saved_shared.clear();
}

// ---- many blocks ----

Block* Worker::take_block() {
  if (free_blocks_.empty()) {
    all_blocks_.push_back(std::make_unique<Block>());
    return all_blocks_.back().get();
  }
  Block* b = free_blocks_.back();
  free_blocks_.pop_back();
  return b;
}

void Worker::resume_from_grid(Block* b) {
  b->at_grid = 0;
  if (check::on()) check::grid_barrier_passed(*this, *b);
  for (unsigned position = 0; position < b->size; ++position) {
    const unsigned id = grid->order.natural ? position : grid->order.at[position];
    CudaThread& t = b->threads[id];
    const bool alive = b->warps[id / kWarpSize].alive >> id % kWarpSize & 1;
    if (alive && t.state == ThreadState::kGrid) {
      t.state = ThreadState::kReady;
      b->ready.push(static_cast<uint16_t>(id));
    }
  }
}

// A parked block that may go on: released from the grid barrier, or spinning (in turn).
Block* Worker::parked_runnable() {
  for (size_t i = 0; i < parked_.size(); ++i) {
    const size_t at = (round_robin_ + i) % parked_.size();
    Block* b = parked_[at];
    if (b->at_grid > 0 && b->spinning == 0) {
      if (grid->generation.load() <= b->grid_generation) continue;
      resume_from_grid(b);
    } else if (b->spinning == 0) {
      continue;
    }
    parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(at));
    round_robin_ = at;
    return b;
  }
  return nullptr;
}

void Worker::tell_finished() {
  if (finished_ == 0) return;
  grid->finish_blocks(finished_);
  finished_ = 0;
}

Block* Worker::next_block() {
  if (claimed_ == claimed_end_) {
    tell_finished();
    const uint64_t count = grid->claim(&claimed_);
    claimed_end_ = claimed_ + count;
    if (count == 0) return parked_runnable();
    grid->progress.fetch_add(1, std::memory_order_relaxed);
  }
  Block* b = take_block();
  b->begin(*grid, grid->block_at(claimed_++));
  b->saved_shared.clear();
  if (check::on()) check::block_begin(*this, *b);
  return b;
}

// The block waits for something outside it: the grid barrier, or memory that another changes.
void Worker::park(Block* b) {
  tell_finished();
  if (b->at_grid > 0 && b->at_grid == b->alive && !b->unstarted() && b->grid_generation == 0) {
    std::lock_guard<std::mutex> lock(grid->mutex);
    b->grid_generation = grid->generation.load();
    if (++grid->at_barrier + grid->finished_blocks.load() == grid->blocks) {
      grid->at_barrier = 0;
      if (check::on()) check::grid_barrier_completed(*grid);
      grid->generation.fetch_add(1);
      grid->changed.notify_all();
    }
  }
  parked_.push_back(b);
}

// If all of them only spin, another OS thread has to move first: on a busy machine it may not even
// have begun.
void Worker::park_or_wait(Block* b) {
  const bool spins_in_vain = b->spinning > 0 && look_for_deadlock(*b);
  park(b);
  stuck_ = spins_in_vain ? stuck_ + 1 : 0;
  if (stuck_ <= parked_.size()) return;
  stuck_ = 0;
  wait_for_change();
}

bool Worker::wait_for_change() {
  std::unique_lock<std::mutex> lock(grid->mutex);
  if (grid->aborted()) return false;
  grid->changed.wait_for(lock, std::chrono::milliseconds(1));
  return true;
}

void Worker::drop_everything() {
  fibers.reset_all();
  parked_.clear();
  free_blocks_.clear();
  for (auto& b : all_blocks_) free_blocks_.push_back(b.get());
  block = nullptr;
  loop.record = nullptr;
  shared_owner_ = nullptr;
  grid->changed.notify_all();
}

void Worker::work(Grid& g) {
  grid = &g;
  // A module may have been loaded since the last grid.
  if (shared.known_variables != shared_variable_count()) shared.locate();
  stuck_ = 0;
  while (!g.aborted()) {
    Block* b = next_block();
    if (b == nullptr) {
      if (parked_.empty() && g.next_block.load() >= g.blocks) break;
      if (parked_.empty() && g.resident.load() == 0) continue;
      wait_for_change();
      continue;
    }
    switch (run_block(b)) {
      case Stop::kFinished:
        stuck_ = 0;
        if (check::on()) check::block_end(*this, *b);
        shared_owner_ = nullptr;
        free_blocks_.push_back(b);
        ++finished_;
        break;
      case Stop::kParked:
        park_or_wait(b);
        break;
      case Stop::kAborted:
        break;
    }
  }
  tell_finished();
  if (g.aborted()) drop_everything();
  claimed_ = claimed_end_ = 0;
  block = nullptr;
  grid = nullptr;
}

// Every thread of the block waits or has spun for a while without anything changing anywhere.
bool Worker::look_for_deadlock(Block& b) {
  const uint64_t progress = grid->progress.load(std::memory_order_relaxed);
  for (const uint16_t id : b.spinners) {
    const CudaThread& t = b.threads[id];
    if (t.spin_yields < kStuckYields || t.spin_progress != progress) return false;
  }
  grid->note_stuck(*this, b, progress);
  return true;
}

void Worker::abort_grid(int code) {
  grid->fail(code);
  in_kernel = false;
  abandon_to(main_context);
}

}  // namespace warpup
