// Kernel arguments given as an array of addresses.
#pragma once

#include <memory>

#include "warpup/launch.h"

namespace warpup::runtime {

/// Copies the arguments. A device address where a host one belongs ends the program, as it would
/// on a GPU: the API reads there.
std::unique_ptr<BoundKernel> bind_arguments(const KernelInfo& info, void** arguments,
                                            const char* api, const void* pc);

}  // namespace warpup::runtime
