// Arithmetic with a named rounding (__fadd_rz, __fma_ru, ...), and the fast approximations
// (__expf, __fdividef, ...), which here are as good as the C library's functions.
#pragma once

#include "warpup/device/c_library.h"
#include "warpup/device/inline.h"

// To nearest is what the compiler does anyway; the other three are in exec/device_rounded.cpp.
#define WARPUP_ROUNDED(NAME, T, PARAMETERS, NEAREST)       \
  WARPUP_DEVICE T NAME##_rn PARAMETERS { return NEAREST; } \
  T NAME##_rz PARAMETERS noexcept;                         \
  T NAME##_ru PARAMETERS noexcept;                         \
  T NAME##_rd PARAMETERS noexcept;

WARPUP_ROUNDED(__fadd, float, (float a, float b), a + b)
WARPUP_ROUNDED(__fsub, float, (float a, float b), a - b)
WARPUP_ROUNDED(__fmul, float, (float a, float b), a* b)
WARPUP_ROUNDED(__fdiv, float, (float a, float b), a / b)
WARPUP_ROUNDED(__frcp, float, (float a), 1.0f / a)
WARPUP_ROUNDED(__fsqrt, float, (float a), __builtin_sqrtf(a))
WARPUP_ROUNDED(__fmaf, float, (float a, float b, float c), __builtin_fmaf(a, b, c))
WARPUP_ROUNDED(__fmaf_ieee, float, (float a, float b, float c), __builtin_fmaf(a, b, c))
WARPUP_ROUNDED(__dadd, double, (double a, double b), a + b)
WARPUP_ROUNDED(__dsub, double, (double a, double b), a - b)
WARPUP_ROUNDED(__dmul, double, (double a, double b), a* b)
WARPUP_ROUNDED(__ddiv, double, (double a, double b), a / b)
WARPUP_ROUNDED(__drcp, double, (double a), 1.0 / a)
WARPUP_ROUNDED(__dsqrt, double, (double a), __builtin_sqrt(a))
WARPUP_ROUNDED(__fma, double, (double a, double b, double c), __builtin_fma(a, b, c))

#undef WARPUP_ROUNDED

WARPUP_DEVICE float __frsqrt_rn(float x) noexcept {
  return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x)));
}
/// x limited to [0, 1]; not-a-number gives 0.
WARPUP_DEVICE float __saturatef(float x) noexcept { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }

// noexcept, because the C library declares functions of these names too (it exports none).
WARPUP_DEVICE float __expf(float x) noexcept { return __builtin_expf(x); }
WARPUP_DEVICE float __exp10f(float x) noexcept { return __builtin_powf(10.0f, x); }
WARPUP_DEVICE float __logf(float x) noexcept { return __builtin_logf(x); }
WARPUP_DEVICE float __log2f(float x) noexcept { return __builtin_log2f(x); }
WARPUP_DEVICE float __log10f(float x) noexcept { return __builtin_log10f(x); }
WARPUP_DEVICE float __powf(float x, float y) noexcept {
  return __builtin_exp2f(y * __builtin_log2f(x));
}
WARPUP_DEVICE float __sinf(float x) noexcept { return __builtin_sinf(x); }
WARPUP_DEVICE float __cosf(float x) noexcept { return __builtin_cosf(x); }
WARPUP_DEVICE float __tanf(float x) noexcept { return __builtin_tanf(x); }
WARPUP_DEVICE float __tanhf(float x) noexcept { return __builtin_tanhf(x); }
WARPUP_DEVICE void __sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}

/// The fast quotient gives 0 for divisors above 2^126, as documented (not-a-number for infinite x).
WARPUP_DEVICE float __fdividef(float x, float y) noexcept {
  const float size = __builtin_fabsf(y);
  if (size > 0x1p126f && size < __builtin_inff()) return __builtin_isinf(x) ? x * 0.0f : 0.0f;
  return x / y;
}
