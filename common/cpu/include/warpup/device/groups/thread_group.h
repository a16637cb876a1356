// Groups of threads: any group, the block, the grid.
#pragma once

#include "warpup/device/groups/lanes.h"

namespace cooperative_groups {

/// What every group can do. The kind is kept, so that a group passed as thread_group stays what it
/// is.
class thread_group {
 public:
  WARPUP_DEVICE void sync() const;
  WARPUP_DEVICE unsigned long long num_threads() const;
  WARPUP_DEVICE unsigned long long size() const { return num_threads(); }
  WARPUP_DEVICE unsigned long long thread_rank() const;

 protected:
  enum class Kind : unsigned char { kBlock, kGrid, kLanes };
  WARPUP_DEVICE explicit thread_group(Kind kind) : kind_(kind) {}

  Kind kind_;
  bool is_tile_ = false;  // kLanes: the lanes are neighbours
  unsigned mask_ = 0;     // kLanes: its lanes
  unsigned meta_rank_ = 0, meta_size_ = 1;

  friend thread_group tiled_partition(const thread_group& parent, unsigned size);
};

class thread_block : public thread_group {
 public:
  WARPUP_DEVICE static void sync() { __syncthreads(); }
  WARPUP_DEVICE static unsigned num_threads() { return details::threads_in_block(); }
  WARPUP_DEVICE static unsigned size() { return num_threads(); }
  WARPUP_DEVICE static unsigned thread_rank() { return details::rank_in_block(); }
  WARPUP_DEVICE static dim3 group_index() { return dim3(blockIdx); }
  WARPUP_DEVICE static dim3 thread_index() { return dim3(threadIdx); }
  WARPUP_DEVICE static dim3 group_dim() { return blockDim; }
  WARPUP_DEVICE static dim3 dim_threads() { return blockDim; }

 private:
  WARPUP_DEVICE thread_block() : thread_group(Kind::kBlock) {}
  friend thread_block this_thread_block();
};

WARPUP_DEVICE thread_block this_thread_block() { return thread_block(); }

class grid_group : public thread_group {
 public:
  WARPUP_DEVICE static bool is_valid() { return warpup_grid_is_valid() != 0; }
  /// Needs a cooperative launch; the kernel is ended otherwise.
  WARPUP_DEVICE static void sync() { warpup_grid_sync(); }
  WARPUP_DEVICE static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  WARPUP_DEVICE static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
           blockIdx.x;
  }
  WARPUP_DEVICE static unsigned long long num_threads() {
    return num_blocks() * details::threads_in_block();
  }
  WARPUP_DEVICE static unsigned long long size() { return num_threads(); }
  WARPUP_DEVICE static unsigned long long thread_rank() {
    return block_rank() * details::threads_in_block() + details::rank_in_block();
  }
  WARPUP_DEVICE static dim3 dim_blocks() { return gridDim; }
  WARPUP_DEVICE static dim3 group_dim() { return gridDim; }
  WARPUP_DEVICE static dim3 block_index() { return dim3(blockIdx); }
  WARPUP_DEVICE static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  WARPUP_DEVICE static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }

 private:
  WARPUP_DEVICE grid_group() : thread_group(Kind::kGrid) {}
  friend grid_group this_grid();
};

WARPUP_DEVICE grid_group this_grid() { return grid_group(); }

WARPUP_DEVICE void thread_group::sync() const {
  if (kind_ == Kind::kBlock) return thread_block::sync();
  if (kind_ == Kind::kGrid) return grid_group::sync();
  __syncwarp(mask_);
}
WARPUP_DEVICE unsigned long long thread_group::num_threads() const {
  if (kind_ == Kind::kBlock) return thread_block::num_threads();
  if (kind_ == Kind::kGrid) return grid_group::num_threads();
  return static_cast<unsigned long long>(__popc(mask_));
}
WARPUP_DEVICE unsigned long long thread_group::thread_rank() const {
  if (kind_ == Kind::kBlock) return thread_block::thread_rank();
  if (kind_ == Kind::kGrid) return grid_group::thread_rank();
  return static_cast<unsigned long long>(__popc(mask_ & details::lanes_below()));
}

template <class Group>
WARPUP_DEVICE void sync(const Group& group) {
  group.sync();
}
template <class Group>
WARPUP_DEVICE auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
WARPUP_DEVICE auto group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups
