// Fibers: stacks on which suspended CUDA threads wait.
#pragma once

#include <cstddef>

namespace warpup {

struct CudaThread;

struct Fiber {
  void* context = nullptr;    // where it stopped, while it is free
  char* stack_low = nullptr;  // lowest usable byte; a guard page lies below
  size_t stack_bytes = 0;
  Fiber* next_free = nullptr;
  bool fresh = true;  // has not run since it was made or reset
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

/// A context that starts `entry` (which never returns) on the stack that ends at `top`.
void* make_context(char* top, size_t bytes, void (*entry)());

#if defined(__x86_64__)

/// Stops the running code, whose context is stored in *from, and continues `to`. Inlined: it saves
/// only what the compiler keeps in callee-saved registers here. Boost.Context's switch also saves
/// the floating-point control words, which kernels do not change; reading them costs a third of a
/// barrier.
inline void switch_context(void** from, void* to) {
  asm volatile(
      "pushq %%rbp\n\t"
      "pushq %%rbx\n\t"
      "leaq 1f(%%rip), %%rax\n\t"
      "pushq %%rax\n\t"
      "movq %%rsp, (%%rdi)\n\t"
      "movq %%rsi, %%rsp\n\t"
      "popq %%rax\n\t"
      "jmp *%%rax\n"
      "1:\n\t"
      "popq %%rbx\n\t"
      "popq %%rbp\n\t"
      : "+D"(from), "+S"(to)
      :
      : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1",
        "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
        "xmm13", "xmm14", "xmm15", "memory", "cc");
}

#else

void switch_context(void** from, void* to);

#endif

/// Continues `to` and forgets the running context.
[[noreturn]] void abandon_to(void* to);

}  // namespace warpup
