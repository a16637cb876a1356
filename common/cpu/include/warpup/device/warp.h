// Warp operations: shuffles, votes, matches, reductions. The executor does the work, in
// warpup_warp_op, and checks the masks.
#pragma once

#include "warpup/collectives.h"
#include "warpup/device/inline.h"

namespace warpup {

/// Runs `op` on a value of 4 or 8 bytes and returns what the lane gets, as the same type.
template <class T>
WARPUP_DEVICE T warp_exchange(unsigned mask, WarpOp op, T value, int arg, int width) {
  if constexpr (sizeof(T) == 8) {
    const auto bits = bit_cast<unsigned long long>(value);
    return bit_cast<T>(warpup_warp_op(mask, op, bits, arg, width));
  } else {
    const auto bits = bit_cast<unsigned>(value);
    return bit_cast<T>(static_cast<unsigned>(warpup_warp_op(mask, op, bits, arg, width)));
  }
}

template <class T>
WARPUP_DEVICE unsigned warp_match(unsigned mask, WarpOp op, T value) {
  unsigned long long bits;
  if constexpr (sizeof(T) == 8) {
    bits = bit_cast<unsigned long long>(value);
  } else {
    bits = bit_cast<unsigned>(value);
  }
  return static_cast<unsigned>(warpup_warp_op(mask, op, bits, 0, sizeof(T)));
}

}  // namespace warpup

WARPUP_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) {
  warpup_warp_op(mask, ::warpup::kWarpSync, 0, 0, 32);
}
WARPUP_DEVICE unsigned __activemask() { return warpup_activemask(); }

WARPUP_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(warpup_warp_op(mask, ::warpup::kWarpBallot, predicate != 0, 0, 32));
}
WARPUP_DEVICE int __all_sync(unsigned mask, int predicate) {
  return static_cast<int>(warpup_warp_op(mask, ::warpup::kWarpAll, predicate != 0, 0, 32));
}
WARPUP_DEVICE int __any_sync(unsigned mask, int predicate) {
  return static_cast<int>(warpup_warp_op(mask, ::warpup::kWarpAny, predicate != 0, 0, 32));
}
/// Whether all lanes of `mask` have the same predicate.
WARPUP_DEVICE int __uni_sync(unsigned mask, int predicate) {
  const unsigned votes = __ballot_sync(mask, predicate);
  return votes == 0 || __ballot_sync(mask, !predicate) == 0;
}

// Overloads, not templates: a char or a bool converts to int, as with the toolkit's.
#define WARPUP_SHUFFLES(T)                                                                 \
  WARPUP_DEVICE T __shfl_sync(unsigned mask, T var, int lane, int width = 32) {            \
    return ::warpup::warp_exchange(mask, ::warpup::kWarpShflIdx, var, lane, width);        \
  }                                                                                        \
  WARPUP_DEVICE T __shfl_up_sync(unsigned mask, T var, unsigned delta, int width = 32) {   \
    return ::warpup::warp_exchange(mask, ::warpup::kWarpShflUp, var, (int)delta, width);   \
  }                                                                                        \
  WARPUP_DEVICE T __shfl_down_sync(unsigned mask, T var, unsigned delta, int width = 32) { \
    return ::warpup::warp_exchange(mask, ::warpup::kWarpShflDown, var, (int)delta, width); \
  }                                                                                        \
  WARPUP_DEVICE T __shfl_xor_sync(unsigned mask, T var, int lane_mask, int width = 32) {   \
    return ::warpup::warp_exchange(mask, ::warpup::kWarpShflXor, var, lane_mask, width);   \
  }
#define WARPUP_MATCHES(T)                                                              \
  WARPUP_DEVICE unsigned __match_any_sync(unsigned mask, T value) {                    \
    return ::warpup::warp_match(mask, ::warpup::kWarpMatchAny, value);                 \
  }                                                                                    \
  WARPUP_DEVICE unsigned __match_all_sync(unsigned mask, T value, int* all_equal) {    \
    const unsigned lanes = ::warpup::warp_match(mask, ::warpup::kWarpMatchAll, value); \
    *all_equal = warpup_warp_predicate();                                              \
    return lanes;                                                                      \
  }
#define WARPUP_SHUFFLES_AND_MATCHES(T) WARPUP_SHUFFLES(T) WARPUP_MATCHES(T)

WARPUP_SHUFFLES_AND_MATCHES(int)
WARPUP_SHUFFLES_AND_MATCHES(unsigned)
WARPUP_SHUFFLES_AND_MATCHES(long)
WARPUP_SHUFFLES_AND_MATCHES(unsigned long)
WARPUP_SHUFFLES_AND_MATCHES(long long)
WARPUP_SHUFFLES_AND_MATCHES(unsigned long long)
WARPUP_SHUFFLES_AND_MATCHES(float)
WARPUP_SHUFFLES_AND_MATCHES(double)

#undef WARPUP_SHUFFLES
#undef WARPUP_MATCHES
#undef WARPUP_SHUFFLES_AND_MATCHES

#define WARPUP_REDUCE(NAME, T, OP)                                                 \
  WARPUP_DEVICE T __reduce_##NAME##_sync(unsigned mask, T value) {                 \
    return ::warpup::warp_exchange(mask, ::warpup::kWarpReduce##OP, value, 0, 32); \
  }

WARPUP_REDUCE(add, unsigned, Add)
WARPUP_REDUCE(add, int, Add)
WARPUP_REDUCE(min, unsigned, MinUnsigned)
WARPUP_REDUCE(min, int, MinSigned)
WARPUP_REDUCE(max, unsigned, MaxUnsigned)
WARPUP_REDUCE(max, int, MaxSigned)
WARPUP_REDUCE(and, unsigned, And)
WARPUP_REDUCE(or, unsigned, Or)
WARPUP_REDUCE(xor, unsigned, Xor)

#undef WARPUP_REDUCE

/// Lane of the `offset`-th set bit of `mask`, counted from `base` (down for negative offsets); -1:
/// none.
WARPUP_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return (mask >> base) & 1 ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int lane = static_cast<int>(base); lane >= 0 && lane < 32; lane += step) {
    if ((mask >> lane) & 1 && --left == 0) return static_cast<unsigned>(lane);
  }
  return 0xffffffffu;
}

// The forms without a mask went with compute capability 7.
#define WARPUP_GONE(NAME)                                                             \
  template <class... Arguments>                                                       \
  __attribute__((error(#NAME " does not exist since compute capability 7: use " #NAME \
                             "_sync with the mask of the participating lanes"))) int  \
  NAME(Arguments...);

WARPUP_GONE(__shfl)
WARPUP_GONE(__shfl_up)
WARPUP_GONE(__shfl_down)
WARPUP_GONE(__shfl_xor)
WARPUP_GONE(__all)
WARPUP_GONE(__any)
WARPUP_GONE(__ballot)

#undef WARPUP_GONE
