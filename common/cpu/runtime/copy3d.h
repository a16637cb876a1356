// cudaMemcpy3D's description of a copy.
#pragma once

#include "copy.h"
#include "driver_types.h"

namespace warpup::runtime {

/// The box that `parameters` describe, or the error of it.
int box_of(const cudaMemcpy3DParms* parameters, CopyBox* out);

}  // namespace warpup::runtime
