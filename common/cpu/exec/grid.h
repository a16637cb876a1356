// One launch while it runs, and the OS threads that work on it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "block.h"

namespace warpup {

struct Grid {
  const KernelInfo& info;
  const LaunchConfig& config;
  const BoundKernel& bound;
  check::Op* op;
  uint64_t blocks = 0;
  unsigned block_threads = 0;
  uint64_t seed = 0;
  bool plain = true;  // natural order and no checker
  ThreadOrder order;
  uint64_t block_stride = 1, block_offset = 0;  // permutes the order of blocks
  void* check = nullptr;                        // the checker's state of this launch

  // What workers write lies apart from what they only read.
  alignas(64) std::atomic<uint64_t> next_block{0};
  std::atomic<uint64_t> resident{0};
  std::atomic<uint64_t> resident_limit{0};
  std::atomic<uint64_t> finished_blocks{0};
  std::atomic<int> error{0};
  std::atomic<uint64_t> progress{0};  // anything that may end another thread's spinning

  // Grid barrier and parked blocks.
  std::mutex mutex;
  std::condition_variable changed;
  uint64_t at_barrier = 0;
  std::atomic<uint64_t> generation{1};
  unsigned workers = 0;  // OS threads inside (guarded by the pool's mutex)
  std::atomic<bool> deadlock_told{false};
  uint64_t stuck_progress = 0;  // state of `progress` for which the set below holds
  std::vector<uint64_t> stuck;  // blocks that only spin or wait since then

  Grid(const KernelInfo& i, const LaunchConfig& c, const BoundKernel& b, check::Op* o);
  uint64_t block_at(uint64_t position) const {
    return (block_offset + position * block_stride) % blocks;
  }
  /// Claims blocks to start, from position *first on; returns how many. 0: none is left or none
  /// may become resident now. Several at a time, since a claim costs as much as a small block.
  uint64_t claim(uint64_t* first);
  bool aborted() const { return error.load(std::memory_order_relaxed) != 0; }
  void fail(int code);
  void finish_blocks(uint64_t count);
  /// `b` only spins. When all resident blocks do, reports the deadlock and ends it: blocks that
  /// wait for room get it, otherwise the grid fails with cudaErrorLaunchTimeout.
  void note_stuck(class Worker& worker, Block& b, uint64_t progress_seen);
};

/// How many blocks of this shape an H200 holds at once (132 SMs).
uint64_t resident_blocks(const KernelInfo& info, const LaunchConfig& config);

}  // namespace warpup
