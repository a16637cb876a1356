// The functions that GCC calls for -fsanitize=thread and -fsanitize=bounds. The program is not
// linked with GCC's runtimes; these take their place.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../exec/worker.h"
#include "access.h"
#include "start.h"
#include "sync_log.h"

namespace warpup::check {
namespace {

inline void access(const void* p, uint32_t size, unsigned flags, const void* pc) {
  const auto a = reinterpret_cast<uintptr_t>(p);
  if (__builtin_expect(here.device, 1)) {
    device_access(a, size, flags, pc);
  } else if (a - runtime::kDeviceRange.base < kApiSpan || host_ranges_pending) {
    host_access(a, size, flags, pc);
  }
}

/// A thread that reads the same value here again and again waits for another: let others run.
inline void volatile_read(const void* p, uint32_t size, unsigned flags, const void* pc) {
  access(p, size, flags | kVolatile, pc);
  if (!here.device) return;
  Worker& w = *this_worker_or_null();
  w.spin.pc = pc;
  note_possible_spin(w, p, static_cast<int>(size));
  learn_again(reinterpret_cast<uintptr_t>(p));  // last: other threads may have run meanwhile
}

/// After a fence it hands over what came before, as an atomic store does. In global memory it may
/// be a flag without data, too. In shared memory a volatile store without a fence is one like any
/// other: sharing values between lanes in lockstep is the mistake that is made with it.
inline void volatile_write(const void* p, uint32_t size, unsigned flags, const void* pc) {
  const auto a = reinterpret_cast<uintptr_t>(p);
  const bool handed_over = here.device && (publish(a, false) || region_of(a) >= 0);
  access(p, size, flags | kWrite | kVolatile | (handed_over ? unsigned{kFlag} : 0u), pc);
}

}  // namespace
}  // namespace warpup::check

using namespace warpup::check;

#define WARPUP_PC __builtin_return_address(0)
// One function a size and form, as the compiler names them; a template cannot have these names.
#define WARPUP_ACCESS(size)                                                                       \
  void __tsan_read##size(void* p) { access(p, size, 0, WARPUP_PC); }                              \
  void __tsan_write##size(void* p) { access(p, size, kWrite, WARPUP_PC); }                        \
  void __tsan_volatile_read##size(void* p) { volatile_read(p, size, 0, WARPUP_PC); }              \
  void __tsan_volatile_write##size(void* p) { volatile_write(p, size, 0, WARPUP_PC); }            \
  void __tsan_unaligned_read##size(void* p) { access(p, size, kUnaligned, WARPUP_PC); }           \
  void __tsan_unaligned_write##size(void* p) { access(p, size, kUnaligned | kWrite, WARPUP_PC); } \
  void __tsan_unaligned_volatile_read##size(void* p) {                                            \
    volatile_read(p, size, kUnaligned, WARPUP_PC);                                                \
  }                                                                                               \
  void __tsan_unaligned_volatile_write##size(void* p) {                                           \
    volatile_write(p, size, kUnaligned, WARPUP_PC);                                               \
  }

// Host code's atomics (static initialisation guards, std::atomic) and any that device code has of
// its own.
#define WARPUP_ATOMIC(bits, type)                                                               \
  type __tsan_atomic##bits##_load(const volatile type* p, int) {                                \
    access(const_cast<const type*>(p), sizeof(type), kAtomic, WARPUP_PC);                       \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                \
  }                                                                                             \
  void __tsan_atomic##bits##_store(volatile type* p, type v, int) {                             \
    access(const_cast<const type*>(p), sizeof(type), kAtomic | kWrite, WARPUP_PC);              \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                             \
  WARPUP_RMW(bits, type, exchange, __atomic_exchange_n)                                         \
  WARPUP_RMW(bits, type, fetch_add, __atomic_fetch_add)                                         \
  WARPUP_RMW(bits, type, fetch_sub, __atomic_fetch_sub)                                         \
  WARPUP_RMW(bits, type, fetch_and, __atomic_fetch_and)                                         \
  WARPUP_RMW(bits, type, fetch_or, __atomic_fetch_or)                                           \
  WARPUP_RMW(bits, type, fetch_xor, __atomic_fetch_xor)                                         \
  WARPUP_RMW(bits, type, fetch_nand, __atomic_fetch_nand)                                       \
  WARPUP_CAS(bits, type, strong)                                                                \
  WARPUP_CAS(bits, type, weak)                                                                  \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type expected, type v, int, \
                                                  int) {                                        \
    access(const_cast<const type*>(p), sizeof(type), kAtomic | kWrite, WARPUP_PC);              \
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
    return expected;                                                                            \
  }
#define WARPUP_RMW(bits, type, name, builtin)                                      \
  type __tsan_atomic##bits##_##name(volatile type* p, type v, int) {               \
    access(const_cast<const type*>(p), sizeof(type), kAtomic | kWrite, WARPUP_PC); \
    return builtin(p, v, __ATOMIC_SEQ_CST);                                        \
  }
#define WARPUP_CAS(bits, type, strength)                                                           \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile type* p, type* expected, type v,  \
                                                        int, int) {                                \
    access(const_cast<const type*>(p), sizeof(type), kAtomic | kWrite, WARPUP_PC);                 \
    return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }

extern "C" {

void __tsan_init() { start(); }

WARPUP_ACCESS(1)
WARPUP_ACCESS(2)
WARPUP_ACCESS(4)
WARPUP_ACCESS(8)
WARPUP_ACCESS(16)

void __tsan_read_range(void* p, size_t bytes) {
  access(p, static_cast<uint32_t>(bytes), kRange | kUnaligned, WARPUP_PC);
}
void __tsan_write_range(void* p, size_t bytes) {
  access(p, static_cast<uint32_t>(bytes), kRange | kUnaligned | kWrite, WARPUP_PC);
}
void __tsan_vptr_read(void** p) { access(p, sizeof *p, 0, WARPUP_PC); }
void __tsan_vptr_update(void** p, void*) { access(p, sizeof *p, kWrite, WARPUP_PC); }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

WARPUP_ATOMIC(8, unsigned char)
WARPUP_ATOMIC(16, unsigned short)
WARPUP_ATOMIC(32, unsigned int)
WARPUP_ATOMIC(64, unsigned long)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"
