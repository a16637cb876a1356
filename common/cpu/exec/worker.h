// An OS thread that runs blocks: it owns fibers, runs one block at a time and keeps parked ones.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "fiber.h"
#include "grid.h"

namespace warpup {

/// Where shared memory lies on one OS thread.
struct SharedArea {
  struct Piece {
    unsigned char* begin;
    size_t bytes;
    const SharedVariable* variable;  // null: dynamic shared memory
  };
  std::vector<Piece> pieces;  // by address; the dynamic piece has the opt-in maximum as its size
  unsigned char* low = nullptr;
  unsigned char* high = nullptr;
  size_t known_variables = 0;  // of the program, when pieces was made
  void locate();
};

/// The last atomic or volatile access of the running thread, to notice spinning.
struct SpinWatch {
  const volatile void* address = nullptr;
  unsigned long long value = 0;
  uint64_t thread = 0;
  uint32_t count = 0;
  const void* pc = nullptr;
};

class Worker {
 public:
  Worker();
  ~Worker();

  /// Runs blocks of the grid until none is left for this OS thread.
  void work(Grid& grid);

  /// The record of the running thread; makes it if this is its first collective.
  CudaThread* record();
  /// Waits until the scheduler resumes `me` (its state says for what).
  void suspend(CudaThread* me) {
    if (me->fiber == nullptr) me->fiber = fiber;  // the loop goes on in another fiber
    me->context = nullptr;
    void* next = pick_next();
    if (me->state != ThreadState::kRunning) {
      switch_context(&me->context, next != nullptr ? next : main_context);
    }
    fiber = me->fiber;
    loop.record = me;
    has_thread = true;
    threadIdx = me->index;
    if (__builtin_expect(check::on(), 0)) check::thread_resume(*this, me->id);
  }
  /// Lets others run; `me` stays ready.
  void yield_spin(CudaThread* me);
  /// Completes the block barrier if everybody is there.
  bool try_barrier();
  /// Completes the warp operation that `me` waits at if every lane is there.
  bool try_warp(CudaThread* me);
  /// Lets lanes that asked for the active mask go on, with those that ask at the same place: called
  /// when nobody in the block can come any further.
  bool release_gathered();

  /// Both return true if this fiber is to run the next thread of the block, and threadIdx is set.
  bool end_thread();
  bool end_recorded();

  /// Ends the running grid with `code`; never returns to the kernel.
  [[noreturn]] void abort_grid(int code);
  unsigned running_id() const {
    return loop.record != nullptr ? loop.record->id : block->id_of(threadIdx);
  }

  Grid* grid = nullptr;
  Block* block = nullptr;
  Fiber* fiber = nullptr;
  FiberPool fibers;
  SharedArea shared;
  ThreadLoop loop{};
  void* main_context = nullptr;
  bool in_kernel = false;
  bool has_thread = false;  // the fiber runs a CUDA thread; false between its last one and a switch
  SpinWatch spin;
  // For the report of a program that is told to end.
  std::atomic<const void*> interrupted_at{nullptr};
  unsigned interrupted_thread = 0;

  [[noreturn]] static void fiber_main();

 private:
  enum class Stop { kFinished, kParked, kAborted };
  // The context to continue with: a thread whose turn it is, or a fiber for threads that have not
  // started. Null: there is none, or it is the caller's own (whose context is null while it runs).
  void* pick_next() {
    Block& b = *block;
    if (__builtin_expect(b.ready.empty(), 0)) return start_fiber();
    CudaThread& t = b.threads[b.ready.pop()];
    t.state = ThreadState::kRunning;
    fiber = t.fiber;
    return t.context;
  }
  bool begin_next();
  void* start_fiber();
  Stop run_block(Block* b);
  bool resolve();
  bool release_spinners();
  bool complete_incomplete_warps();
  void resume_from_grid(Block* b);
  Block* next_block();
  void tell_finished();
  Block* parked_runnable();
  bool wait_for_change();
  void park(Block* b);
  void park_or_wait(Block* b);
  void enter_block(Block* b);
  void save_shared(Block* b);
  void restore_shared(Block* b);
  void drop_everything();
  Block* take_block();
  bool look_for_deadlock(Block& b);

  std::vector<Block*> parked_;
  std::vector<std::unique_ptr<Block>> all_blocks_;
  std::vector<Block*> free_blocks_;
  Block* shared_owner_ = nullptr;
  size_t stuck_ = 0;                        // blocks in a row that only spun
  uint64_t claimed_ = 0, claimed_end_ = 0;  // positions of blocks that are claimed and not begun
  uint64_t finished_ = 0;                   // blocks that the grid has not been told of
  size_t round_robin_ = 0;
};

/// Gives each lane of `lanes` its result and makes it ready (exec/warp.cpp).
void finish_warp(Block& block, unsigned warp, unsigned lanes);

/// Yields if the running thread keeps meeting the same value at `p` (exec/builtins.cpp).
void note_possible_spin(Worker& worker, const volatile void* p, int size);

/// The calling OS thread's worker (made on first use).
Worker& this_worker();
extern __thread Worker* running_worker;
/// Null if the thread has never run a kernel.
inline Worker* this_worker_or_null() { return running_worker; }

}  // namespace warpup
