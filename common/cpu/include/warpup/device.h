// Everything a kernel may call without a further include; cuda_runtime.h includes it.
// Half precision, cooperative groups and cuda::atomic have headers of their own, as in the toolkit.
#pragma once

#include "vector_functions.h"
#include "vector_types.h"
#include "warpup/device/atomics.h"
#include "warpup/device/barriers.h"
#include "warpup/device/clocks.h"
#include "warpup/device/conversions.h"
#include "warpup/device/integer.h"
#include "warpup/device/math_functions.h"
#include "warpup/device/memory.h"
#include "warpup/device/rounded.h"
#include "warpup/device/simd.h"
#include "warpup/device/warp.h"
