// threadIdx, blockIdx, blockDim, gridDim and warpSize.
#pragma once

#include "warpup/launch.h"
