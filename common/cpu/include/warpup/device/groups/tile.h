// Tiles: 1, 2, 4, ... 32 neighbouring lanes, their number known when compiling.
#pragma once

#include "warpup/device/groups/coalesced.h"

namespace cooperative_groups {

template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");
  static_assert(Size <= 32, "the cpu backend has no tiles of more than 32 threads");

 public:
  using thread_group::Kind;

  /// A tile of a known parent is also a tile of any: thread_block_tile<32> t =
  /// tiled_partition<32>(b).
  template <class Other>
  WARPUP_DEVICE thread_block_tile(const thread_block_tile<Size, Other>& other)
      : thread_group(other) {}

  WARPUP_DEVICE void sync() const { __syncwarp(mask_); }
  WARPUP_DEVICE static constexpr unsigned num_threads() { return Size; }
  WARPUP_DEVICE static constexpr unsigned size() { return Size; }
  WARPUP_DEVICE static unsigned thread_rank() { return details::lane() & (Size - 1); }
  WARPUP_DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  WARPUP_DEVICE unsigned meta_group_size() const { return meta_size_; }

  template <class T>
  WARPUP_DEVICE details::plain_t<T> shfl(T&& value, int rank) const {
    return exchange<T>(::warpup::kWarpShflIdx, value, rank);
  }
  template <class T>
  WARPUP_DEVICE details::plain_t<T> shfl_up(T&& value, unsigned delta) const {
    return exchange<T>(::warpup::kWarpShflUp, value, static_cast<int>(delta));
  }
  template <class T>
  WARPUP_DEVICE details::plain_t<T> shfl_down(T&& value, unsigned delta) const {
    return exchange<T>(::warpup::kWarpShflDown, value, static_cast<int>(delta));
  }
  template <class T>
  WARPUP_DEVICE details::plain_t<T> shfl_xor(T&& value, unsigned lane_mask) const {
    return exchange<T>(::warpup::kWarpShflXor, value, static_cast<int>(lane_mask));
  }

  WARPUP_DEVICE int any(int predicate) const { return __any_sync(mask_, predicate); }
  WARPUP_DEVICE int all(int predicate) const { return __all_sync(mask_, predicate); }
  WARPUP_DEVICE unsigned ballot(int predicate) const {
    return __ballot_sync(mask_, predicate) >> first_lane();
  }
  template <class T>
  WARPUP_DEVICE unsigned match_any(T value) const {
    return __match_any_sync(mask_, value) >> first_lane();
  }
  template <class T>
  WARPUP_DEVICE unsigned match_all(T value, int& predicate) const {
    return __match_all_sync(mask_, value, &predicate) >> first_lane();
  }

  /// The calling thread's tile, for this header's own functions.
  WARPUP_DEVICE static thread_block_tile of_caller(unsigned meta_rank, unsigned meta_size) {
    thread_block_tile tile;
    tile.meta_rank_ = meta_rank;
    tile.meta_size_ = meta_size;
    return tile;
  }
  WARPUP_DEVICE unsigned lanes() const { return mask_; }

 private:
  WARPUP_DEVICE thread_block_tile() : thread_group(Kind::kLanes) {
    is_tile_ = true;
    mask_ = (0xffffffffu >> (32 - Size)) << first_lane();
  }
  WARPUP_DEVICE static unsigned first_lane() { return details::lane() & ~(Size - 1); }

  template <class T>
  WARPUP_DEVICE details::plain_t<T> exchange(::warpup::WarpOp op, const details::plain_t<T>& value,
                                             int arg) const {
    return details::shuffle(mask_, op, value, arg, static_cast<int>(Size));
  }
};

/// The calling thread alone.
WARPUP_DEVICE thread_block_tile<1> this_thread() { return thread_block_tile<1>::of_caller(0, 1); }

}  // namespace cooperative_groups
