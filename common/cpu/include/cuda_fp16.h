// CUDA's half precision (16 bits, 11 of them significant): type, pair, conversions, arithmetic.
#pragma once

#include "vector_types.h"
#include "warpup/device.h"
#include "warpup/device/small_float.h"

// What the shared parts call this type; see warpup/device/small_float_type.h.
#define WARPUP_T __half
#define WARPUP_T2 __half2
#define WARPUP_RAW __half_raw
#define WARPUP_RAW2 __half2_raw
#define WARPUP_FROM_FLOAT float_to_half
#define WARPUP_TO_FLOAT half_to_float
#define WARPUP_TO_BITS warpup_half_bits
#define WARPUP_NAME(BEFORE, AFTER) __##BEFORE##half##AFTER
#define WARPUP_BOTH __half2half2
#define WARPUP_MAKE2 make_half2

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

using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using __nv_half_raw = __half_raw;
using __nv_half2_raw = __half2_raw;
