// How device functions are declared: always inlined, so that a diagnosis shows the caller's line.
#pragma once

#define WARPUP_DEVICE __attribute__((always_inline)) inline

namespace warpup {

/// The bits of `from` as a `To` of the same size.
template <class To, class From>
WARPUP_DEVICE To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "bit_cast needs types of one size");
  return __builtin_bit_cast(To, from);
}

/// Keeps a parameter out of template argument deduction, so that atomicAdd(&unsigned_counter, 1)
/// works.
template <class T>
struct Identity {
  using type = T;
};
template <class T>
using identity_t = typename Identity<T>::type;

template <class T, class... Others>
inline constexpr bool is_any_of = (__is_same(T, Others) || ...);

}  // namespace warpup
