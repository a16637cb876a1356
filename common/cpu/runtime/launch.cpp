#include "launch.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../checker/hooks.h"
#include "api.h"
#include "capture.h"
#include "context.h"
#include "device.h"
#include "kernel.h"
#include "occupancy.h"
#include "stream.h"
#include "warpup/collectives.h"

namespace warpup {
namespace runtime {
namespace {

bool too_big(dim3 v, unsigned x, unsigned y, unsigned z) { return v.x > x || v.y > y || v.z > z; }

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

// CUDA_LAUNCH_BLOCKING=1: each launch waits for its kernel.
bool launches_block() {
  static const bool blocking = [] {
    const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
    return value && std::strcmp(value, "1") == 0;
  }();
  return blocking;
}

int launch(const ApiCall& call, KernelInfo& info, const LaunchConfig& config,
           std::unique_ptr<BoundKernel> bound) {
  if (int error = call.enter()) return error;
  Stream* stream = streams().resolve(static_cast<cudaStream_t>(config.stream));
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (int error = check_launch(info, config)) return error;
  if (int error = refuse_implicit_capture(*stream)) return error;
  const TaskPtr task = streams().submit(*stream, kernel_work(info, config, std::move(bound)), call);
  if (!task || !launches_block()) return cudaSuccess;
  streams().wait({task});
  return device_status();
}

}  // namespace
}  // namespace runtime

int enqueue_kernel(KernelInfo& info, const LaunchConfig& config, std::unique_ptr<BoundKernel> bound,
                   const char* api) {
  const runtime::ApiCall call(api, config.call_site);
  return call.end(runtime::launch(call, info, config, std::move(bound)), true);
}

void launch_bound(KernelInfo* info, BoundKernel* bound) {
  std::unique_ptr<BoundKernel> kernel(bound);
  if (on_device()) {
    std::fprintf(stderr,
                 "warpup: %s launches a kernel from a kernel, which the cpu backend can't\n",
                 kernel_name(*info).c_str());
    warpup_trap();
  }
  LaunchConfig config;
  if (!take_configuration(&config)) {
    std::fprintf(stderr,
                 "warpup: the kernel %s was called like a function; launch it with "
                 "%s<<<blocks, threads>>>(...)\n",
                 kernel_name(*info).c_str(), kernel_name(*info).c_str());
    std::abort();
  }
  enqueue_kernel(*info, config, std::move(kernel), "kernel launch");
}

}  // namespace warpup
