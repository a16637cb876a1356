// Groups cut into smaller ones.
#pragma once

#include "warpup/device/groups/tile.h"

namespace cooperative_groups {

template <unsigned Size>
WARPUP_DEVICE thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>::of_caller(thread_block::thread_rank() / Size,
                                                          (thread_block::size() + Size - 1) / Size);
}
template <unsigned Size, unsigned ParentSize, class Grandparent>
WARPUP_DEVICE thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>> tiled_partition(
    const thread_block_tile<ParentSize, Grandparent>& parent) {
  static_assert(Size < ParentSize, "a tile is smaller than its parent");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>::of_caller(
      parent.thread_rank() / Size, ParentSize / Size);
}

/// Tiles of a size known only when running: consecutive ranks of the parent. A size that is no
/// power of two up to 32 ends the kernel, as on a GPU.
WARPUP_DEVICE coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) warpup_trap();
  const unsigned rank = parent.thread_rank(), total = parent.size();
  if (total <= size) return parent;
  const unsigned mask = details::lanes_from(parent.lanes(), rank & ~(size - 1), size);
  return coalesced_group::of_lanes(mask, parent.is_tile_, rank / size, (total + size - 1) / size);
}
WARPUP_DEVICE thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (parent.kind_ == thread_group::Kind::kGrid) warpup_trap();
  if (parent.kind_ == thread_group::Kind::kLanes) {
    return tiled_partition(coalesced_group::of_lanes(parent.mask_, parent.is_tile_, 0, 1), size);
  }
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) warpup_trap();
  const unsigned rank = details::rank_in_block(), total = details::threads_in_block();
  const unsigned first = rank & ~(size - 1);  // the block's last tile may be short
  const unsigned count = first + size <= total ? size : total - first;
  const unsigned mask = (0xffffffffu >> (32 - count)) << (first % 32);
  return coalesced_group::of_lanes(mask, true, rank / size, (total + size - 1) / size);
}

/// The members with the caller's label.
template <class Group, class Label>
WARPUP_DEVICE coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned same = __match_any_sync(group.lanes(), label);
  // Groups are numbered by their first lanes.
  const bool leads = (same & details::lanes_below()) == 0;
  const unsigned leaders = __ballot_sync(group.lanes(), leads);
  const unsigned first = static_cast<unsigned>(__builtin_ctz(same));
  return coalesced_group::of_lanes(same, false,
                                   static_cast<unsigned>(__popc(leaders & ((1u << first) - 1))),
                                   static_cast<unsigned>(__popc(leaders)));
}
/// The members with the caller's predicate; those where it is false are group 0.
template <class Group>
WARPUP_DEVICE coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned yes = __ballot_sync(group.lanes(), predicate);
  const unsigned no = group.lanes() & ~yes;
  return coalesced_group::of_lanes(predicate ? yes : no, false, predicate ? 1 : 0, 2);
}

/// Calls `function` once for the group, by the member of rank 0.
template <class Group, class Function, class... Arguments>
WARPUP_DEVICE void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) {
    static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
  }
}
/// The same, and every member gets the result.
template <class Group, class Function, class... Arguments>
WARPUP_DEVICE auto invoke_one_broadcast(const Group& group, Function&& function,
                                        Arguments&&... arguments) {
  using Result = details::plain_t<decltype(function(static_cast<Arguments&&>(arguments)...))>;
  Result result{};
  if (group.thread_rank() == 0) {
    result = static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
  }
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
