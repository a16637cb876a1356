// A launch as work of a stream or a graph.
#pragma once

#include <memory>

#include "../exec/exec.h"
#include "task.h"

namespace warpup::runtime {

std::shared_ptr<Work> kernel_work(KernelInfo& info, const LaunchConfig& config,
                                  std::unique_ptr<BoundKernel> bound);

}  // namespace warpup::runtime
