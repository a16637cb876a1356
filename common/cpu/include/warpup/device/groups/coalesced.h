// Groups of lanes of one warp that need not be neighbours.
#pragma once

#include "warpup/device/groups/thread_group.h"

namespace cooperative_groups {

/// Ranks count the group's lanes in order; ballots and matches have one bit a rank.
class coalesced_group : public thread_group {
 public:
  WARPUP_DEVICE void sync() const { __syncwarp(mask_); }
  WARPUP_DEVICE unsigned num_threads() const { return static_cast<unsigned>(__popc(mask_)); }
  WARPUP_DEVICE unsigned size() const { return num_threads(); }
  WARPUP_DEVICE unsigned thread_rank() const {
    return static_cast<unsigned>(__popc(mask_ & details::lanes_below()));
  }
  WARPUP_DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  WARPUP_DEVICE unsigned meta_group_size() const { return meta_size_; }

  template <class T>
  WARPUP_DEVICE T shfl(T value, int rank) const {
    return from_lane(value, __fns(mask_, 0, rank + 1));
  }
  template <class T>
  WARPUP_DEVICE T shfl_up(T value, int delta) const {
    return from_lane(value, __fns(mask_, details::lane(), -(delta + 1)));
  }
  template <class T>
  WARPUP_DEVICE T shfl_down(T value, unsigned delta) const {
    return from_lane(value, __fns(mask_, details::lane(), static_cast<int>(delta) + 1));
  }

  WARPUP_DEVICE int any(int predicate) const { return __any_sync(mask_, predicate); }
  WARPUP_DEVICE int all(int predicate) const { return __all_sync(mask_, predicate); }
  WARPUP_DEVICE unsigned ballot(int predicate) const {
    return details::pack_lanes(__ballot_sync(mask_, predicate), mask_);
  }
  template <class T>
  WARPUP_DEVICE unsigned match_any(T value) const {
    return details::pack_lanes(__match_any_sync(mask_, value), mask_);
  }
  template <class T>
  WARPUP_DEVICE unsigned match_all(T value, int& predicate) const {
    return details::pack_lanes(__match_all_sync(mask_, value, &predicate), mask_);
  }

  /// The group of the given lanes, for this header's own functions.
  WARPUP_DEVICE static coalesced_group of_lanes(unsigned mask, bool is_tile, unsigned meta_rank,
                                                unsigned meta_size) {
    coalesced_group group;
    group.mask_ = mask;
    group.is_tile_ = is_tile;
    group.meta_rank_ = meta_rank;
    group.meta_size_ = meta_size;
    return group;
  }
  WARPUP_DEVICE unsigned lanes() const { return mask_; }

 private:
  WARPUP_DEVICE coalesced_group() : thread_group(Kind::kLanes) {}

  /// Where there is no such lane, each keeps its own value.
  template <class T>
  WARPUP_DEVICE T from_lane(const T& value, unsigned source) const {
    const unsigned lane = source < 32 ? source : details::lane();
    return details::shuffle(mask_, ::warpup::kWarpShflIdx, value, static_cast<int>(lane), 32);
  }

  friend coalesced_group tiled_partition(const coalesced_group& parent, unsigned size);
};

/// The lanes of the warp that run together here.
WARPUP_DEVICE coalesced_group coalesced_threads() {
  return coalesced_group::of_lanes(__activemask(), false, 0, 1);
}

}  // namespace cooperative_groups
