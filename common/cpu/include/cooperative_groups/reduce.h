// cooperative_groups::reduce, and the operations to reduce with.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

template <class T>
struct plus {
  WARPUP_DEVICE T operator()(T a, T b) const { return a + b; }
};
/// The smaller of two.
template <class T>
struct less {
  WARPUP_DEVICE T operator()(T a, T b) const { return b < a ? b : a; }
};
/// The greater of two.
template <class T>
struct greater {
  WARPUP_DEVICE T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  WARPUP_DEVICE T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  WARPUP_DEVICE T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  WARPUP_DEVICE T operator()(T a, T b) const { return a ^ b; }
};

/// Every member gets the result, combined in the order of a GPU (a butterfly of shuffles).
template <unsigned Size, class Parent, class T, class Operation>
WARPUP_DEVICE details::plain_t<T> reduce(const thread_block_tile<Size, Parent>& group, T&& value,
                                         Operation&& operation) {
  details::plain_t<T> result = value;
  for (unsigned lane_mask = Size / 2; lane_mask > 0; lane_mask /= 2) {
    result = operation(result, group.shfl_xor(result, lane_mask));
  }
  return result;
}

/// Of a coalesced group: each takes in what lies 1, 2, 4, ... ranks below; the last has it all.
template <class T, class Operation>
WARPUP_DEVICE details::plain_t<T> reduce(const coalesced_group& group, T&& value,
                                         Operation&& operation) {
  details::plain_t<T> result = value;
  const unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const details::plain_t<T> other = group.shfl_up(result, static_cast<int>(distance));
    if (rank >= distance) result = operation(other, result);
  }
  return group.shfl(result, static_cast<int>(size) - 1);
}

}  // namespace cooperative_groups
