// What is known of a kernel and what can be set.
#pragma once

#include "../exec/exec.h"
#include "driver_types.h"

namespace warpup::runtime {

/// `attribute` is a cudaFuncAttribute or a CUfunction_attribute: they have the same numbers.
int set_function_attribute(KernelInfo& info, int attribute, int value);
void describe_function(const KernelInfo& info, cudaFuncAttributes* out);
/// The kernel's name, as long as the program lives.
const char* lasting_name(const KernelInfo& info);

}  // namespace warpup::runtime
