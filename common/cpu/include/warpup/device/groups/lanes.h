// What groups within a warp are made of: lane numbers, masks of lanes, and shuffles of any type.
#pragma once

#include "warpup/device.h"
#include "warpup/launch.h"

namespace cooperative_groups {
namespace details {

/// The calling thread's number in its block, x running fastest.
WARPUP_DEVICE unsigned rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
WARPUP_DEVICE unsigned threads_in_block() { return blockDim.x * blockDim.y * blockDim.z; }
WARPUP_DEVICE unsigned lane() { return rank_in_block() % 32; }
WARPUP_DEVICE unsigned lanes_below() { return (1u << lane()) - 1; }

/// The bits of `lanes` that `mask` names, moved together: bit i is the mask's i-th lane.
WARPUP_DEVICE unsigned pack_lanes(unsigned lanes, unsigned mask) {
  unsigned packed = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) {
    packed |= ((lanes >> __builtin_ctz(mask)) & 1) << rank;
  }
  return packed;
}

/// `count` lanes of `mask`, beginning with its `first`-th.
WARPUP_DEVICE unsigned lanes_from(unsigned mask, unsigned first, unsigned count) {
  unsigned chosen = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) {
    if (rank >= first && rank < first + count) chosen |= mask & (0 - mask);
  }
  return chosen;
}

/// A shuffle of any trivially copyable type, word by word.
template <class T>
WARPUP_DEVICE T shuffle(unsigned mask, ::warpup::WarpOp op, const T& value, int arg, int width) {
  static_assert(__is_trivially_copyable(T), "only trivially copyable values can be shuffled");
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
    return ::warpup::warp_exchange(mask, op, value, arg, width);
  } else {
    constexpr int count = (sizeof(T) + 3) / 4;
    unsigned words[count] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (int i = 0; i < count; ++i) {
      words[i] = ::warpup::warp_exchange(mask, op, words[i], arg, width);
    }
    T result;
    __builtin_memcpy(&result, words, sizeof(T));
    return result;
  }
}

template <class T>
struct Plain {
  using type = T;
};
template <class T>
struct Plain<const T> {
  using type = T;
};
/// T without reference and const.
template <class T>
struct Plain<T&> : Plain<T> {};
template <class T>
struct Plain<T&&> : Plain<T> {};
template <class T>
using plain_t = typename Plain<T>::type;

}  // namespace details
}  // namespace cooperative_groups
