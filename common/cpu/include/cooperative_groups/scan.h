// cooperative_groups::inclusive_scan and exclusive_scan of tiles and coalesced groups.
#pragma once

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

/// The combination of the values of ranks 0 to the caller's own.
template <class Group, class T, class Operation>
WARPUP_DEVICE details::plain_t<T> inclusive_scan(const Group& group, T&& value,
                                                 Operation&& operation) {
  details::plain_t<T> result = value;
  const unsigned rank = group.thread_rank(), size = group.size();
  for (unsigned distance = 1; distance < size; distance *= 2) {
    const details::plain_t<T> other = group.shfl_up(result, distance);
    if (rank >= distance) result = operation(other, result);
  }
  return result;
}
template <class Group, class T>
WARPUP_DEVICE details::plain_t<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<details::plain_t<T>>());
}

/// The combination of the values of the ranks below the caller's; rank 0 gets a T{}.
template <class Group, class T, class Operation>
WARPUP_DEVICE details::plain_t<T> exclusive_scan(const Group& group, T&& value,
                                                 Operation&& operation) {
  const details::plain_t<T> before = group.shfl_up(inclusive_scan(group, value, operation), 1u);
  return group.thread_rank() == 0 ? details::plain_t<T>{} : before;
}
template <class Group, class T>
WARPUP_DEVICE details::plain_t<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<details::plain_t<T>>());
}

}  // namespace cooperative_groups
