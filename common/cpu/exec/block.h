// One block of threads while it runs: which threads wait for what.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "exec.h"
#include "fiber.h"

namespace warpup {

constexpr unsigned kMaxBlockThreads = 1024;
constexpr unsigned kWarpSize = 32;

enum class ThreadState : uint8_t { kRunning, kReady, kBarrier, kWarp, kGrid, kSpin };

/// A CUDA thread that has met a collective. Threads that never do have no record.
/// The first cache line is all that a block barrier touches.
struct alignas(64) CudaThread {
  void* context = nullptr;  // where it stopped
  Fiber* fiber = nullptr;   // null while it runs as a plain call of the thread loop
  const void* wait_pc = nullptr;
  uint3 index{};
  uint32_t barriers = 0;  // block barriers passed
  uint16_t id = 0;        // linear index in the block
  ThreadState state = ThreadState::kRunning;
  // warp operation
  alignas(64) unsigned long long value = 0;
  unsigned long long result = 0;
  unsigned mask = 0;
  int op = 0, arg = 0, width = 0, predicate = 0;
  // spinning
  uint32_t spin_yields = 0;
  uint64_t spin_progress = 0;
  const volatile void* spin_address = nullptr;
  unsigned long long spin_value = 0;
};

struct WarpState {
  unsigned alive = 0;    // lanes that have a record and have not exited
  unsigned waiting = 0;  // lanes at a warp operation
  unsigned started = 0;  // kept in permuted orders only
};

/// Threads whose turn has come, in order.
class ReadyQueue {
 public:
  void clear() { head_ = tail_ = 0; }
  bool empty() const { return head_ == tail_; }
  void push(uint16_t id) { ids_[tail_++ % kMaxBlockThreads] = id; }
  uint16_t pop() { return ids_[head_++ % kMaxBlockThreads]; }

 private:
  uint32_t head_ = 0, tail_ = 0;
  uint16_t ids_[kMaxBlockThreads];
};

/// Orders in which threads (or blocks) are started; seed 0 is the natural one.
struct ThreadOrder {
  bool natural = true;
  uint16_t at[kMaxBlockThreads];    // position -> thread
  uint16_t rank[kMaxBlockThreads];  // thread -> position
  void set(unsigned threads, uint64_t seed);
};

struct Grid;

struct Block {
  Grid* grid = nullptr;
  uint3 index{};
  uint64_t linear = 0;
  unsigned size = 0;          // threads
  unsigned next = 0;          // position of the next thread to start
  uint3 last{};               // index of the thread started last (natural order)
  unsigned alive = 0;         // threads with a record that have not exited
  unsigned arrived = 0;       // at the block barrier
  unsigned arrived_true = 0;  // those of them whose predicate holds
  unsigned at_grid = 0;       // at the grid barrier
  unsigned spinning = 0;
  unsigned ended = 0;     // threads with a record that ended since the scheduler last looked
  uint32_t barriers = 0;  // completed
  int barrier_count = 0, barrier_and = 1, barrier_or = 0;
  ReadyQueue ready;
  std::vector<uint16_t> spinners;
  WarpState warps[kMaxBlockThreads / kWarpSize];
  CudaThread threads[kMaxBlockThreads];
  uint64_t grid_generation = 0;             // of the grid barrier it waits at
  std::vector<unsigned char> saved_shared;  // while another block uses the OS thread
  void* check = nullptr;                    // the checker's state of this block

  void begin(Grid& g, uint64_t linear_index);
  bool unstarted() const { return next < size; }
  bool finished() const { return !unstarted() && alive == 0; }
  uint3 index_of(unsigned id) const;
  uint3 index_after(uint3 i) const;
  unsigned id_of(uint3 i) const {
    return i.x + blockDim.x * (i.y + blockDim.y * i.z);  // set while the block runs
  }
  /// Lanes of `warp` that have started and exited. `running` is a thread without a record that runs
  /// now (or size).
  unsigned exited_lanes(unsigned warp, unsigned running) const;
  unsigned lanes_in(unsigned warp) const;
};

}  // namespace warpup
