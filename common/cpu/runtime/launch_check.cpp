#include "launch_check.h"

#include "device.h"
#include "occupancy.h"

namespace warpup::runtime {
namespace {

bool too_big(dim3 v, unsigned x, unsigned y, unsigned z) { return v.x > x || v.y > y || v.z > z; }

}  // namespace

// CUDA 13 answers every impossible shape with "invalid argument".
int check_launch(const KernelInfo& info, const LaunchConfig& config) {
  const dim3 grid = config.grid, block = config.block;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return cudaErrorInvalidValue;
  if (block.x == 0 || block.y == 0 || block.z == 0) return cudaErrorInvalidValue;
  if (too_big(grid, kMaxGridX, kMaxGridYZ, kMaxGridYZ)) return cudaErrorInvalidValue;
  if (too_big(block, kMaxBlockX, kMaxBlockX, kMaxBlockZ)) return cudaErrorInvalidValue;
  const std::size_t threads = std::size_t{block.x} * block.y * block.z;
  if (threads > static_cast<std::size_t>(max_threads(info))) return cudaErrorInvalidValue;
  if (config.dynamic_shared > max_dynamic_shared(info)) return cudaErrorInvalidValue;
  if (!config.cooperative) return cudaSuccess;
  const std::size_t blocks = std::size_t{grid.x} * grid.y * grid.z;
  const std::size_t resident = static_cast<std::size_t>(resident_blocks(
                                   info, static_cast<int>(threads), config.dynamic_shared)) *
                               kMultiprocessors;
  return blocks > resident ? cudaErrorCooperativeLaunchTooLarge : cudaSuccess;
}

}  // namespace warpup::runtime
