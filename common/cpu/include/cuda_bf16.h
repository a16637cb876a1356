// CUDA's bfloat16 (a float cut to its upper 16 bits): type, pair, conversions, arithmetic.
#pragma once

#include "vector_types.h"
#include "warpup/device.h"
#include "warpup/device/small_float.h"

// What the shared parts call this type; see warpup/device/small_float_type.h.
#define WARPUP_T __nv_bfloat16
#define WARPUP_T2 __nv_bfloat162
#define WARPUP_RAW __nv_bfloat16_raw
#define WARPUP_RAW2 __nv_bfloat162_raw
#define WARPUP_FROM_FLOAT float_to_bfloat16
#define WARPUP_TO_FLOAT bfloat16_to_float
#define WARPUP_TO_BITS warpup_bfloat16_bits
#define WARPUP_NAME(BEFORE, AFTER) __##BEFORE##bfloat16##AFTER
#define WARPUP_BOTH __bfloat162bfloat162
#define WARPUP_MAKE2 make_bfloat162

// Each part uses the one before.
// clang-format off
#include "warpup/device/small_float_type.h"
#include "warpup/device/small_float_arithmetic.h"
#include "warpup/device/small_float_operators.h"
// clang-format on

#undef WARPUP_T
#undef WARPUP_T2
#undef WARPUP_RAW
#undef WARPUP_RAW2
#undef WARPUP_FROM_FLOAT
#undef WARPUP_TO_FLOAT
#undef WARPUP_TO_BITS
#undef WARPUP_NAME
#undef WARPUP_BOTH
#undef WARPUP_MAKE2

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
