// cooperative_groups::memcpy_async: the members copy together. Here the copy is done when the call
// returns, but only the caller's own share: wait() is needed before reading anyone else's.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

/// Copies `bytes` from `source` to `destination`, which must be multiples of the element's size.
template <class Group, class T>
WARPUP_DEVICE void memcpy_async(const Group& group, T* __restrict__ destination,
                                const T* __restrict__ source, unsigned long bytes) {
  const unsigned long count = bytes / sizeof(T), step = group.size();
  for (unsigned long i = group.thread_rank(); i < count; i += step) destination[i] = source[i];
}
/// The same with numbers of elements: the smaller of the two is copied.
template <class Group, class T>
WARPUP_DEVICE void memcpy_async(const Group& group, T* __restrict__ destination,
                                unsigned long destination_count, const T* __restrict__ source,
                                unsigned long source_count) {
  const unsigned long count = destination_count < source_count ? destination_count : source_count;
  memcpy_async(group, destination, source, count * sizeof(T));
}

/// Until the copies of all members are done.
template <class Group>
WARPUP_DEVICE void wait(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
