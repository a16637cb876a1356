#include "fiber.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <new>

#if !defined(__x86_64__)
#include <boost/context/detail/fcontext.hpp>
#endif

namespace warpup {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kStagger = 1088;  // odd multiple of a cache line: stack tops differ in cache set
constexpr size_t kSlabFibers = 32;
constexpr size_t kMaxGuards = 12000;  // a guard splits a mapping; the kernel allows 65530 of them
std::atomic<size_t> g_stack_bytes{96 * 1024};
std::atomic<size_t> g_guards{0};

}  // namespace

struct FiberPool::Slab {
  char* base;
  size_t bytes;
  size_t stride;
  Slab* next;
  Fiber fibers[kSlabFibers];
};

size_t FiberPool::stack_bytes() { return g_stack_bytes; }

void FiberPool::set_stack_bytes(size_t bytes) {
  const size_t least = 32 * 1024;
  g_stack_bytes = (bytes < least ? least : bytes + kPage - 1) / kPage * kPage;
}

FiberPool::~FiberPool() {
  while (slabs_ != nullptr) {
    Slab* next = slabs_->next;
    munmap(slabs_->base, slabs_->bytes);
    delete slabs_;
    slabs_ = next;
  }
}

void FiberPool::grow() {
  const size_t stride = stack_bytes() + kPage;
  const size_t bytes = stride * kSlabFibers;
  void* base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) throw std::bad_alloc();
  // A huge page would back whole stacks of which a few hundred bytes are used.
  (void)madvise(base, bytes, MADV_NOHUGEPAGE);
  Slab* slab = new Slab{static_cast<char*>(base), bytes, stride, slabs_, {}};
  slabs_ = slab;
  for (size_t i = 0; i < kSlabFibers; ++i) {
    char* guard = slab->base + i * stride;
    // Past the limit a stack goes unguarded rather than the program unserved.
    if (g_guards.fetch_add(1) < kMaxGuards) (void)mprotect(guard, kPage, PROT_NONE);
    Fiber& fiber = slab->fibers[kSlabFibers - 1 - i];
    fiber.stack_low = guard + kPage;
    fiber.stack_bytes = stride - kPage - (i % 16) * kStagger;
    give(&fiber);
  }
}

Fiber* FiberPool::take() {
  if (free_ == nullptr) grow();
  Fiber* fiber = free_;
  free_ = fiber->next_free;
  if (fiber->fresh) {
    fiber->context =
        make_context(fiber->stack_low + fiber->stack_bytes, fiber->stack_bytes, entry_);
    fiber->fresh = false;
  }
  return fiber;
}

void FiberPool::reset_all() {
  free_ = nullptr;
  for (Slab* slab = slabs_; slab != nullptr; slab = slab->next) {
    for (Fiber& fiber : slab->fibers) {
      fiber.fresh = true;
      give(&fiber);
    }
  }
}

bool FiberPool::in_guard(const void* address) const {
  const char* a = static_cast<const char*>(address);
  for (const Slab* slab = slabs_; slab != nullptr; slab = slab->next) {
    if (a < slab->base || a >= slab->base + slab->bytes) continue;
    return static_cast<size_t>(a - slab->base) % slab->stride < kPage;
  }
  return false;
}

bool FiberPool::in_stack(const void* address) const {
  const char* a = static_cast<const char*>(address);
  for (const Slab* slab = slabs_; slab != nullptr; slab = slab->next) {
    if (a >= slab->base && a < slab->base + slab->bytes) return true;
  }
  return false;
}

#if defined(__x86_64__)

void* make_context(char* top, size_t, void (*entry)()) {
  auto* slot = reinterpret_cast<uintptr_t*>(reinterpret_cast<uintptr_t>(top) & ~uintptr_t{63});
  *--slot = 0;  // a return address for `entry`, which keeps the stack aligned as after a call
  *--slot = reinterpret_cast<uintptr_t>(entry);
  return slot;
}

void abandon_to(void* to) {
  void* nowhere = nullptr;
  switch_context(&nowhere, to);
  __builtin_unreachable();
}

#else

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

namespace {

// The context that jumped here is stored where its owner asked, passed along as the transfer's
// data.
void arrive(transfer_t t) {
  if (t.data != nullptr) *static_cast<void**>(t.data) = t.fctx;
}

thread_local void (*t_entry)() = nullptr;

void trampoline(transfer_t t) {
  arrive(t);
  t_entry();
}

}  // namespace

void* make_context(char* top, size_t bytes, void (*entry)()) {
  t_entry = entry;
  const uintptr_t aligned = reinterpret_cast<uintptr_t>(top) & ~uintptr_t{63};
  return make_fcontext(reinterpret_cast<void*>(aligned), bytes - 64, trampoline);
}

void switch_context(void** from, void* to) {
  arrive(jump_fcontext(static_cast<fcontext_t>(to), from));
}

void abandon_to(void* to) {
  jump_fcontext(static_cast<fcontext_t>(to), nullptr);
  __builtin_unreachable();
}

#endif

}  // namespace warpup
