// Fibers: stacks on which suspended CUDA threads wait.
#pragma once

#include <cstddef>

namespace warpup {

struct CudaThread;

struct Fiber {
  void* context = nullptr;        // where it stopped
  char* stack_low = nullptr;      // lowest usable byte; a guard page lies below
  size_t stack_bytes = 0;
  Fiber* next_free = nullptr;
  bool fresh = true;              // has not run since it was made or reset
};

/// The fibers of one OS thread. Not thread-safe: fibers never leave their OS thread.
class FiberPool {
 public:
  explicit FiberPool(void (*entry)()) : entry_(entry) {}
  ~FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;

  Fiber* take();
  void give(Fiber* fiber) {
    fiber->next_free = free_;
    free_ = fiber;
  }
  /// All fibers, wherever they stopped, become free and start anew (after an aborted grid).
  void reset_all();
  /// True if `address` is in the guard page of a stack.
  bool in_guard(const void* address) const;
  bool in_stack(const void* address) const;

  static size_t stack_bytes();
  static void set_stack_bytes(size_t bytes);  // for stacks made from now on

 private:
  struct Slab;
  void grow();

  void (*entry_)();
  Fiber* free_ = nullptr;
  Slab* slabs_ = nullptr;
};

/// Stops the running code, whose context is stored in *from, and continues `to`.
void switch_context(void** from, Fiber* to);
/// Continues a bare context (an OS thread's own stack) and stores the running one in *from.
void switch_context(void** from, void* to);
/// Continues `to` and forgets the running context.
[[noreturn]] void abandon_to(void* to);

}  // namespace warpup
