// Block and grid barriers.
#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "faults.h"
#include "warpup/collectives.h"
#include "worker.h"

namespace warpup {

namespace {

inline void release(Block& b, unsigned id) {
  CudaThread& t = b.threads[id];
  ++t.barriers;
  t.state = ThreadState::kReady;
  b.ready.push(static_cast<uint16_t>(id));
}

// In the natural order, warp by warp: most warps are whole.
void release_all(Block& b) {
  for (unsigned warp = 0; warp * kWarpSize < b.size; ++warp) {
    unsigned lanes = b.warps[warp].alive;
    unsigned id = warp * kWarpSize;
    if (lanes == ~0u) {
      for (const unsigned end = id + kWarpSize; id < end; ++id) release(b, id);
      continue;
    }
    for (; lanes != 0; lanes >>= 1, ++id) {
      if (lanes & 1) release(b, id);
    }
  }
}

void release_in_order(Block& b, const ThreadOrder& order) {
  for (unsigned position = 0; position < b.size; ++position) {
    const unsigned id = order.at[position];
    if (b.warps[id / kWarpSize].alive >> id % kWarpSize & 1) release(b, id);
  }
}

}  // namespace

bool Worker::try_barrier() {
  Block& b = *block;
  if (b.unstarted() || b.arrived != b.alive || b.alive == 0) return false;
  ++b.barriers;
  if (check::on()) check::barrier_completed(b);
  if (grid->order.natural) {
    release_all(b);
  } else {
    release_in_order(b, grid->order);
  }
  b.barrier_count = static_cast<int>(b.arrived_true);
  b.barrier_and = b.arrived_true == b.arrived;
  b.barrier_or = b.arrived_true != 0;
  b.arrived = b.arrived_true = 0;
  grid->progress.fetch_add(1, std::memory_order_relaxed);
  return true;
}

namespace {

// All forms of the barrier meet at the same one, as bar.sync 0 does.
inline Block& wait_at_barrier(int value, const void* pc) {
  Worker* worker = this_worker_or_null();
  if (__builtin_expect(worker == nullptr || !worker->in_kernel, 0)) {
    stop_host_call("__syncthreads()");
  }
  Worker& w = *worker;
  CudaThread* me = w.record();
  Block& b = *w.block;
  b.arrived_true += value != 0;
  me->wait_pc = pc;
  me->state = ThreadState::kBarrier;
  if (++b.arrived == b.alive) w.try_barrier();
  w.suspend(me);
  return b;
}

}  // namespace
}  // namespace warpup

using namespace warpup;

extern "C" {

void warpup_syncthreads() { wait_at_barrier(0, __builtin_return_address(0)); }

int warpup_syncthreads_count(int pred) {
  return wait_at_barrier(pred, __builtin_return_address(0)).barrier_count;
}

int warpup_syncthreads_and(int pred) {
  return wait_at_barrier(pred, __builtin_return_address(0)).barrier_and;
}

int warpup_syncthreads_or(int pred) {
  return wait_at_barrier(pred, __builtin_return_address(0)).barrier_or;
}

int warpup_grid_is_valid() {
  Worker* w = this_worker_or_null();
  return w != nullptr && w->grid != nullptr && w->grid->config.cooperative;
}

void warpup_grid_sync() {
  if (!on_device()) stop_host_call("grid.sync()");
  Worker& w = *this_worker_or_null();
  if (!w.grid->config.cooperative) {
    if (check::on()) check::grid_barrier_refused(w, __builtin_return_address(0));
    w.abort_grid(719);
  }
  CudaThread* me = w.record();
  me->wait_pc = __builtin_return_address(0);
  me->state = ThreadState::kGrid;
  ++w.block->at_grid;
  w.block->grid_generation = 0;
  w.suspend(me);
}

}  // extern "C"
