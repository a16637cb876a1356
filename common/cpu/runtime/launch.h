// The host side of a launch: validation as the GPU does it, then the stream's queue.
#pragma once

#include <memory>

#include "../exec/exec.h"

namespace warpup {

/// Validates `config` against the device's limits and `info`; on success queues the launch and
/// returns 0, otherwise records and returns the error code (a cudaError_t). Called by
/// launch_bound() and by the APIs.
int enqueue_kernel(KernelInfo& info, const LaunchConfig& config, std::unique_ptr<BoundKernel> bound,
                   const char* api);

}  // namespace warpup
