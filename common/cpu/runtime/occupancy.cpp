#include "occupancy.h"

#include <algorithm>

#include "api.h"
#include "cuda_runtime_api.h"
#include "device.h"

namespace warpup::runtime {

int max_threads(const KernelInfo& info) {
  return info.max_threads > 0 ? std::min(info.max_threads, kMaxThreads) : kMaxThreads;
}

std::size_t max_dynamic_shared(const KernelInfo& info) {
  // Without opting in, static and dynamic memory share the default limit.
  if (info.max_dynamic_shared > kSharedPerBlock) return info.max_dynamic_shared;
  const std::size_t rest = kSharedPerBlock - std::min(kSharedPerBlock, info.static_shared);
  return std::min(info.max_dynamic_shared, rest);
}

int resident_blocks(const KernelInfo& info, int threads, std::size_t dynamic_shared) {
  if (threads > kMaxThreads) return 0;  // __launch_bounds__ doesn't matter here
  const std::size_t shared = info.static_shared + dynamic_shared;
  if (shared > kMaxDynamicShared) return 0;
  const int warps = (threads + kWarp - 1) / kWarp;
  const int by_warps = kThreadsPerMultiprocessor / kWarp / warps;
  const int by_shared =
      static_cast<int>(kSharedPerMultiprocessor / (shared + kReservedSharedPerBlock));
  return std::min({by_warps, by_shared, kBlocksPerMultiprocessor});
}

}  // namespace warpup::runtime

using namespace warpup::runtime;

namespace {

int count_blocks(const ApiCall& call, int* out, const void* function, int threads,
                 std::size_t dynamic_shared) {
  if (int error = call.enter()) return error;
  const warpup::KernelInfo* info = warpup::find_kernel(function);
  if (!info) return cudaErrorInvalidDeviceFunction;
  if (!out || threads <= 0) return cudaErrorInvalidValue;
  *out = resident_blocks(*info, threads, dynamic_shared);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func,
                                                          int blockSize, size_t dynamicSMemSize) {
  WARPUP_API_CALL(call);
  return call.end(count_blocks(call, numBlocks, func, blockSize, dynamicSMemSize));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize,
                                                                   unsigned flags) {
  WARPUP_API_CALL(call);
  if (flags > cudaOccupancyDisableCachingOverride) return call.end(cudaErrorInvalidValue);
  return call.end(count_blocks(call, numBlocks, func, blockSize, dynamicSMemSize));
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func,
                                                      int numBlocks, int blockSize) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  const warpup::KernelInfo* info = warpup::find_kernel(func);
  if (!info) return call.end(cudaErrorInvalidDeviceFunction);
  if (!dynamicSmemSize || numBlocks <= 0 || resident_blocks(*info, blockSize, 0) < numBlocks) {
    return call.end(cudaErrorInvalidValue);
  }
  const size_t each = kSharedPerMultiprocessor / static_cast<size_t>(numBlocks);
  const size_t room = each > info->static_shared ? each - info->static_shared : 0;
  *dynamicSmemSize = std::min(room, max_dynamic_shared(*info));
  return call.end(cudaSuccess);
}

}  // extern "C"
