// Atomic functions. Each first tells the library (a spinning thread lets others run there, and the
// check build records the access), then changes memory with the compiler's atomic operations.
#pragma once

#include "vector_types.h"
#include "warpup/collectives.h"
#include "warpup/device/inline.h"

// Under -fsanitize=thread the operation itself must stay out of the instrumented caller: the
// library already knows of it.
#ifdef __SANITIZE_THREAD__
#define WARPUP_ATOMIC_CORE __attribute__((noinline, no_sanitize("thread"))) inline
#else
#define WARPUP_ATOMIC_CORE WARPUP_DEVICE
#endif

namespace warpup {

enum Scope : int { kBlockScope = 0, kDeviceScope = 1, kSystemScope = 2 };
enum AtomicKind : int { kAtomicUpdate = 0, kAtomicLoad = 1, kAtomicStore = 2 };

// Read-modify-write functions; each has apply(old, operand), the new value.
struct AddTo {
  template <class T>
  static WARPUP_DEVICE T apply(T old, T v) {
    return old + v;
  }
};
struct MinOf {
  template <class T>
  static WARPUP_DEVICE T apply(T old, T v) {
    return v < old ? v : old;
  }
};
struct MaxOf {
  template <class T>
  static WARPUP_DEVICE T apply(T old, T v) {
    return old < v ? v : old;
  }
};
struct IncrementUpTo {
  template <class T>
  static WARPUP_DEVICE T apply(T old, T limit) {
    return old >= limit ? 0 : old + 1;
  }
};
struct DecrementFrom {
  template <class T>
  static WARPUP_DEVICE T apply(T old, T limit) {
    return old == 0 || old > limit ? limit : old - 1;
  }
};

/// Unsigned integer of `Bytes` bytes.
template <unsigned long Bytes>
struct BitsOf;
template <>
struct BitsOf<1> {
  using type = unsigned char;
};
template <>
struct BitsOf<2> {
  using type = unsigned short;
};
template <>
struct BitsOf<4> {
  using type = unsigned;
};
template <>
struct BitsOf<8> {
  using type = unsigned long long;
};

// What the compiler has no instruction for: replace the old bits by the new until nobody came
// between.
template <class Function, class T>
WARPUP_ATOMIC_CORE T atomic_update(T* p, T v) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  Bits* const bits = reinterpret_cast<Bits*>(p);
  Bits old = __atomic_load_n(bits, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(bits, &old,
                                      bit_cast<Bits>(Function::apply(bit_cast<T>(old), v)), true,
                                      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
  }
  return bit_cast<T>(old);
}
template <class T>
WARPUP_ATOMIC_CORE T atomic_fetch_add(T* p, T v) {
  return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST);
}
template <class T>
WARPUP_ATOMIC_CORE T atomic_fetch_and(T* p, T v) {
  return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST);
}
template <class T>
WARPUP_ATOMIC_CORE T atomic_fetch_or(T* p, T v) {
  return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST);
}
template <class T>
WARPUP_ATOMIC_CORE T atomic_fetch_xor(T* p, T v) {
  return __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST);
}
template <class T>
WARPUP_ATOMIC_CORE T atomic_exchange(T* p, T v) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  Bits* const bits = reinterpret_cast<Bits*>(p);
  return bit_cast<T>(__atomic_exchange_n(bits, bit_cast<Bits>(v), __ATOMIC_SEQ_CST));
}
template <class T>
WARPUP_ATOMIC_CORE T atomic_compare_exchange(T* p, T expected, T desired) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  Bits* const bits = reinterpret_cast<Bits*>(p);
  Bits old = bit_cast<Bits>(expected);
  __atomic_compare_exchange_n(bits, &old, bit_cast<Bits>(desired), false, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
  return bit_cast<T>(old);
}
template <class T>
WARPUP_ATOMIC_CORE T atomic_load(const volatile T* p) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  const volatile Bits* const bits = reinterpret_cast<const volatile Bits*>(p);
  return bit_cast<T>(__atomic_load_n(bits, __ATOMIC_SEQ_CST));
}
template <class T>
WARPUP_ATOMIC_CORE void atomic_store(volatile T* p, T v) {
  using Bits = typename BitsOf<sizeof(T)>::type;
  __atomic_store_n(reinterpret_cast<volatile Bits*>(p), bit_cast<Bits>(v), __ATOMIC_SEQ_CST);
}

/// Types that atomicAdd takes as they are; cuda_fp16.h and cuda_bf16.h add theirs.
template <class T>
inline constexpr bool has_atomic_add =
    is_any_of<T, int, unsigned, unsigned long long, float, double>;
template <class T>
inline constexpr bool is_32_or_64_bit = is_any_of<T, int, unsigned, long long, unsigned long long>;

template <class T>
WARPUP_DEVICE T atomic_add(T* p, T v) {
  if constexpr (is_32_or_64_bit<T>) {
    return atomic_fetch_add(p, v);
  } else {
    return atomic_update<AddTo>(p, v);
  }
}

WARPUP_DEVICE void announce_update(const volatile void* p, int size, Scope scope) {
  warpup_atomic_access(p, size, kAtomicUpdate, scope, __ATOMIC_RELAXED);
}

}  // namespace warpup

// The three scopes of a function: NAME, NAME_block, NAME_system. The operand's type is taken from
// the pointer, so that a literal of another type converts. TYPES holds for the pointed-to types
// that CUDA has, DOES is the operation on p and v.
#define WARPUP_ATOMIC_SCOPE(NAME, SCOPE, TYPES, DOES)                       \
  template <class T>                                                        \
  WARPUP_DEVICE T NAME(T* p, ::warpup::identity_t<T> v) {                   \
    static_assert(TYPES, "CUDA has no " #NAME " for this type of pointer"); \
    ::warpup::announce_update(p, sizeof(T), ::warpup::SCOPE);               \
    return DOES;                                                            \
  }
#define WARPUP_ATOMIC(NAME, TYPES, DOES)                      \
  WARPUP_ATOMIC_SCOPE(NAME, kDeviceScope, TYPES, DOES)        \
  WARPUP_ATOMIC_SCOPE(NAME##_block, kBlockScope, TYPES, DOES) \
  WARPUP_ATOMIC_SCOPE(NAME##_system, kSystemScope, TYPES, DOES)

#define WARPUP_32_BITS (::warpup::is_any_of<T, int, unsigned>)
#define WARPUP_32_OR_64_BITS (::warpup::is_32_or_64_bit<T>)
#define WARPUP_COUNTER (::warpup::is_any_of<T, unsigned>)
#define WARPUP_EXCHANGED (::warpup::is_any_of<T, int, unsigned, unsigned long long, float>)

WARPUP_ATOMIC(atomicAdd, ::warpup::has_atomic_add<T>, ::warpup::atomic_add(p, v))
WARPUP_ATOMIC(atomicSub, WARPUP_32_BITS, ::warpup::atomic_fetch_add(p, static_cast<T>(0u - v)))
WARPUP_ATOMIC(atomicExch, WARPUP_EXCHANGED, ::warpup::atomic_exchange(p, v))
WARPUP_ATOMIC(atomicMin, WARPUP_32_OR_64_BITS, ::warpup::atomic_update<::warpup::MinOf>(p, v))
WARPUP_ATOMIC(atomicMax, WARPUP_32_OR_64_BITS, ::warpup::atomic_update<::warpup::MaxOf>(p, v))
WARPUP_ATOMIC(atomicInc, WARPUP_COUNTER, ::warpup::atomic_update<::warpup::IncrementUpTo>(p, v))
WARPUP_ATOMIC(atomicDec, WARPUP_COUNTER, ::warpup::atomic_update<::warpup::DecrementFrom>(p, v))
WARPUP_ATOMIC(atomicAnd, WARPUP_32_OR_64_BITS, ::warpup::atomic_fetch_and(p, v))
WARPUP_ATOMIC(atomicOr, WARPUP_32_OR_64_BITS, ::warpup::atomic_fetch_or(p, v))
WARPUP_ATOMIC(atomicXor, WARPUP_32_OR_64_BITS, ::warpup::atomic_fetch_xor(p, v))

#undef WARPUP_ATOMIC
#undef WARPUP_ATOMIC_SCOPE
#undef WARPUP_32_BITS
#undef WARPUP_32_OR_64_BITS
#undef WARPUP_COUNTER
#undef WARPUP_EXCHANGED

#define WARPUP_ATOMIC_CAS(NAME, SCOPE)                                                            \
  template <class T>                                                                              \
  WARPUP_DEVICE T NAME(T* p, ::warpup::identity_t<T> expected, ::warpup::identity_t<T> desired) { \
    static_assert(::warpup::is_any_of<T, int, unsigned, unsigned long long, unsigned short>,      \
                  "CUDA has no " #NAME                                                            \
                  " for this type of pointer: compare the bits, as unsigned");                    \
    ::warpup::announce_update(p, sizeof(T), ::warpup::SCOPE);                                     \
    return ::warpup::atomic_compare_exchange(p, expected, desired);                               \
  }

WARPUP_ATOMIC_CAS(atomicCAS, kDeviceScope)
WARPUP_ATOMIC_CAS(atomicCAS_block, kBlockScope)
WARPUP_ATOMIC_CAS(atomicCAS_system, kSystemScope)

#undef WARPUP_ATOMIC_CAS

// Compute capability 9: each element is added atomically, the vector as a whole is not.
#define WARPUP_ATOMIC_VECTOR_ADD(NAME, SCOPE)                                    \
  WARPUP_DEVICE float2 NAME(float2* p, float2 v) {                               \
    ::warpup::announce_update(p, sizeof(float2), ::warpup::SCOPE);               \
    return {::warpup::atomic_add(&p->x, v.x), ::warpup::atomic_add(&p->y, v.y)}; \
  }                                                                              \
  WARPUP_DEVICE float4 NAME(float4* p, float4 v) {                               \
    ::warpup::announce_update(p, sizeof(float4), ::warpup::SCOPE);               \
    return {::warpup::atomic_add(&p->x, v.x), ::warpup::atomic_add(&p->y, v.y),  \
            ::warpup::atomic_add(&p->z, v.z), ::warpup::atomic_add(&p->w, v.w)}; \
  }

WARPUP_ATOMIC_VECTOR_ADD(atomicAdd, kDeviceScope)
WARPUP_ATOMIC_VECTOR_ADD(atomicAdd_block, kBlockScope)
WARPUP_ATOMIC_VECTOR_ADD(atomicAdd_system, kSystemScope)

#undef WARPUP_ATOMIC_VECTOR_ADD
