// Loads and stores with a cache hint. A CPU has no use for the hint: what stays is the access, the
// types that the toolkit allows, and volatile behaviour of __ldcv and __stwt.
#pragma once

#include "vector_types.h"
#include "warpup/device/inline.h"

namespace warpup {

/// Types that __ldg and its kin take; cuda_fp16.h and cuda_bf16.h add theirs.
template <class T>
inline constexpr bool has_cached_load =
    is_any_of<T, char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
              unsigned long, long long, unsigned long long, float, double, char2, char4, uchar2,
              uchar4, short2, short4, ushort2, ushort4, int2, int4, uint2, uint4, longlong2,
              ulonglong2, float2, float4, double2, long2, ulong2>;

/// Reads or writes memory now, whatever the compiler knows of its value.
WARPUP_DEVICE void forget_memory() { __asm__ volatile("" ::: "memory"); }

}  // namespace warpup

#define WARPUP_LOAD(NAME)                                                               \
  template <class T>                                                                    \
  WARPUP_DEVICE T NAME(const T* p) {                                                    \
    static_assert(::warpup::has_cached_load<T>, "CUDA has no " #NAME " for this type"); \
    return *p;                                                                          \
  }
#define WARPUP_STORE(NAME)                                                              \
  template <class T>                                                                    \
  WARPUP_DEVICE void NAME(T* p, ::warpup::identity_t<T> value) {                        \
    static_assert(::warpup::has_cached_load<T>, "CUDA has no " #NAME " for this type"); \
    *p = value;                                                                         \
  }

WARPUP_LOAD(__ldg)
WARPUP_LOAD(__ldca)
WARPUP_LOAD(__ldcg)
WARPUP_LOAD(__ldcs)
WARPUP_LOAD(__ldlu)
WARPUP_STORE(__stwb)
WARPUP_STORE(__stcg)
WARPUP_STORE(__stcs)

#undef WARPUP_LOAD
#undef WARPUP_STORE

/// Reads memory anew each time, as a volatile access does.
template <class T>
WARPUP_DEVICE T __ldcv(const T* p) {
  static_assert(::warpup::has_cached_load<T>, "CUDA has no __ldcv for this type");
  ::warpup::forget_memory();
  if constexpr (__is_class(T)) {
    return *p;
  } else {
    return *const_cast<const volatile T*>(p);
  }
}

/// Writes through to memory at once.
template <class T>
WARPUP_DEVICE void __stwt(T* p, ::warpup::identity_t<T> value) {
  static_assert(::warpup::has_cached_load<T>, "CUDA has no __stwt for this type");
  if constexpr (__is_class(T)) {
    *p = value;
  } else {
    *const_cast<volatile T*>(p) = value;
  }
  ::warpup::forget_memory();
}

extern "C" {
/// 1: shared memory of the running block, 2: the running thread's stack, 0: any other.
int warpup_address_space(const void* p);
}

WARPUP_DEVICE unsigned __isShared(const void* p) { return warpup_address_space(p) == 1; }
WARPUP_DEVICE unsigned __isLocal(const void* p) { return warpup_address_space(p) == 2; }
WARPUP_DEVICE unsigned __isGlobal(const void* p) { return warpup_address_space(p) == 0; }

// Addresses of one space as numbers. Here there is one space: the number is the address.
WARPUP_DEVICE unsigned long __cvta_generic_to_global(const void* p) {
  return reinterpret_cast<unsigned long>(p);
}
WARPUP_DEVICE unsigned long __cvta_generic_to_shared(const void* p) {
  return reinterpret_cast<unsigned long>(p);
}
WARPUP_DEVICE unsigned long __cvta_generic_to_local(const void* p) {
  return reinterpret_cast<unsigned long>(p);
}
WARPUP_DEVICE void* __cvta_global_to_generic(unsigned long address) {
  return reinterpret_cast<void*>(address);
}
WARPUP_DEVICE void* __cvta_shared_to_generic(unsigned long address) {
  return reinterpret_cast<void*>(address);
}
WARPUP_DEVICE void* __cvta_local_to_generic(unsigned long address) {
  return reinterpret_cast<void*>(address);
}
