// The limits of a launch.
#pragma once

#include "../exec/exec.h"

namespace warpup::runtime {

/// The error of launching `info` with `config`, or 0.
int check_launch(const KernelInfo& info, const LaunchConfig& config);

}  // namespace warpup::runtime
