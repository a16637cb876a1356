// Launches by function and an array of argument addresses.
#pragma once

#include <memory>

#include "../exec/exec.h"
#include "api.h"

namespace warpup::runtime {

/// Copies the arguments. A device address where a host one belongs ends the program, as it would
/// on a GPU: the API reads there.
std::unique_ptr<BoundKernel> bind_arguments(const KernelInfo& info, void** arguments,
                                            const char* api, const void* pc);

/// Validates and queues a launch; returns an error code.
int launch_kernel(const ApiCall& call, KernelInfo& info, const LaunchConfig& config,
                  std::unique_ptr<BoundKernel> bound);

}  // namespace warpup::runtime
