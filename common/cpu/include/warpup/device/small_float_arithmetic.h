// Included twice; see small_float_type.h. This part: arithmetic, comparison, mathematics, of one
// value and of pairs.

// NAME of one value or two, and NAME2 of pairs, element by element.
#define WARPUP_UNARY(NAME, NAME2, VALUE)    \
  WARPUP_DEVICE WARPUP_T NAME(WARPUP_T v) { \
    const float a = float(v);               \
    return WARPUP_T(VALUE);                 \
  }                                         \
  WARPUP_DEVICE WARPUP_T2 NAME2(WARPUP_T2 v) { return {NAME(v.x), NAME(v.y)}; }
#define WARPUP_BINARY(NAME, NAME2, VALUE)                        \
  WARPUP_DEVICE WARPUP_T NAME(WARPUP_T first, WARPUP_T second) { \
    const float a = float(first), b = float(second);             \
    return WARPUP_T(VALUE);                                      \
  }                                                              \
  WARPUP_DEVICE WARPUP_T2 NAME2(WARPUP_T2 a, WARPUP_T2 b) {      \
    return {NAME(a.x, b.x), NAME(a.y, b.y)};                     \
  }

WARPUP_BINARY(__hadd, __hadd2, a + b)
WARPUP_BINARY(__hsub, __hsub2, a - b)
WARPUP_BINARY(__hmul, __hmul2, a* b)
WARPUP_BINARY(__hdiv, __h2div, a / b)
WARPUP_BINARY(__hadd_rn, __hadd2_rn, a + b)
WARPUP_BINARY(__hsub_rn, __hsub2_rn, a - b)
WARPUP_BINARY(__hmul_rn, __hmul2_rn, a* b)
WARPUP_BINARY(__hadd_sat, __hadd2_sat, __saturatef(a + b))
WARPUP_BINARY(__hsub_sat, __hsub2_sat, __saturatef(a - b))
WARPUP_BINARY(__hmul_sat, __hmul2_sat, __saturatef(a* b))
WARPUP_BINARY(__hmax, __hmax2, a == b ? (__builtin_signbit(a) ? b : a) : __builtin_fmaxf(a, b))
WARPUP_BINARY(__hmin, __hmin2, a == b ? (__builtin_signbit(a) ? a : b) : __builtin_fminf(a, b))
WARPUP_BINARY(__hmax_nan, __hmax2_nan, a != a || b != b ? a + b : __builtin_fmaxf(a, b))
WARPUP_BINARY(__hmin_nan, __hmin2_nan, a != a || b != b ? a + b : __builtin_fminf(a, b))

WARPUP_UNARY(hsqrt, h2sqrt, __builtin_sqrtf(a))
WARPUP_UNARY(hrsqrt, h2rsqrt, rsqrtf(a))
WARPUP_UNARY(hrcp, h2rcp, 1.0f / a)
WARPUP_UNARY(hexp, h2exp, __builtin_expf(a))
WARPUP_UNARY(hexp2, h2exp2, __builtin_exp2f(a))
WARPUP_UNARY(hexp10, h2exp10, exp10f(a))
WARPUP_UNARY(hlog, h2log, __builtin_logf(a))
WARPUP_UNARY(hlog2, h2log2, __builtin_log2f(a))
WARPUP_UNARY(hlog10, h2log10, __builtin_log10f(a))
WARPUP_UNARY(hsin, h2sin, __builtin_sinf(a))
WARPUP_UNARY(hcos, h2cos, __builtin_cosf(a))
WARPUP_UNARY(htanh, h2tanh, __builtin_tanhf(a))
WARPUP_UNARY(htanh_approx, h2tanh_approx, __builtin_tanhf(a))
WARPUP_UNARY(htrunc, h2trunc, __builtin_truncf(a))
WARPUP_UNARY(hceil, h2ceil, __builtin_ceilf(a))
WARPUP_UNARY(hfloor, h2floor, __builtin_floorf(a))
WARPUP_UNARY(hrint, h2rint, __builtin_rintf(a))

#undef WARPUP_UNARY
#undef WARPUP_BINARY

// The sign bit alone changes, of a not-a-number too.
WARPUP_DEVICE WARPUP_T __hneg(WARPUP_T v) {
  return WARPUP_RAW{static_cast<unsigned short>(WARPUP_RAW(v).x ^ 0x8000u)};
}
WARPUP_DEVICE WARPUP_T __habs(WARPUP_T v) {
  return WARPUP_RAW{static_cast<unsigned short>(WARPUP_RAW(v).x & 0x7fffu)};
}
WARPUP_DEVICE WARPUP_T2 __hneg2(WARPUP_T2 v) { return {__hneg(v.x), __hneg(v.y)}; }
WARPUP_DEVICE WARPUP_T2 __habs2(WARPUP_T2 v) { return {__habs(v.x), __habs(v.y)}; }

// a * b + c, rounded once; _sat limits to [0, 1], _relu makes negative results 0.
WARPUP_DEVICE WARPUP_T __hfma(WARPUP_T a, WARPUP_T b, WARPUP_T c) {
  return WARPUP_T(warpup_fma_to_round(float(a), float(b), float(c)));
}
WARPUP_DEVICE WARPUP_T __hfma_sat(WARPUP_T a, WARPUP_T b, WARPUP_T c) {
  return WARPUP_T(__saturatef(float(__hfma(a, b, c))));
}
WARPUP_DEVICE WARPUP_T __hfma_relu(WARPUP_T a, WARPUP_T b, WARPUP_T c) {
  const WARPUP_T result = __hfma(a, b, c);
  return float(result) < 0 ? WARPUP_T(0.0f) : result;
}
WARPUP_DEVICE WARPUP_T2 __hfma2(WARPUP_T2 a, WARPUP_T2 b, WARPUP_T2 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
WARPUP_DEVICE WARPUP_T2 __hfma2_sat(WARPUP_T2 a, WARPUP_T2 b, WARPUP_T2 c) {
  return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
}
WARPUP_DEVICE WARPUP_T2 __hfma2_relu(WARPUP_T2 a, WARPUP_T2 b, WARPUP_T2 c) {
  return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)};
}
/// Complex a * b + c; x is the real part.
WARPUP_DEVICE WARPUP_T2 __hcmadd(WARPUP_T2 a, WARPUP_T2 b, WARPUP_T2 c) {
  return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

// Comparisons: h..2 gives 1 or 0 for each element, h..2_mask all ones or none, hb..2 whether both
// hold. The u forms also hold if either side is not a number.
#define WARPUP_COMPARE(WORD, HOLDS)                                                         \
  WARPUP_DEVICE bool __h##WORD(WARPUP_T first, WARPUP_T second) {                           \
    const float a = float(first), b = float(second);                                        \
    return HOLDS;                                                                           \
  }                                                                                         \
  WARPUP_DEVICE WARPUP_T2 __h##WORD##2(WARPUP_T2 a, WARPUP_T2 b) {                          \
    return {WARPUP_T(__h##WORD(a.x, b.x) ? 1.0f : 0.0f),                                    \
            WARPUP_T(__h##WORD(a.y, b.y) ? 1.0f : 0.0f)};                                   \
  }                                                                                         \
  WARPUP_DEVICE unsigned __h##WORD##2_mask(WARPUP_T2 a, WARPUP_T2 b) {                      \
    return (__h##WORD(a.x, b.x) ? 0xffffu : 0u) | (__h##WORD(a.y, b.y) ? 0xffff0000u : 0u); \
  }                                                                                         \
  WARPUP_DEVICE bool __hb##WORD##2(WARPUP_T2 a, WARPUP_T2 b) {                              \
    return __h##WORD(a.x, b.x) && __h##WORD(a.y, b.y);                                      \
  }

WARPUP_COMPARE(eq, a == b)
WARPUP_COMPARE(ne, a<b || a> b)
WARPUP_COMPARE(lt, a < b)
WARPUP_COMPARE(le, a <= b)
WARPUP_COMPARE(gt, a > b)
WARPUP_COMPARE(ge, a >= b)
WARPUP_COMPARE(equ, !(a < b || a > b))
WARPUP_COMPARE(neu, !(a == b))
WARPUP_COMPARE(ltu, !(a >= b))
WARPUP_COMPARE(leu, !(a > b))
WARPUP_COMPARE(gtu, !(a <= b))
WARPUP_COMPARE(geu, !(a < b))

#undef WARPUP_COMPARE

WARPUP_DEVICE bool __hisnan(WARPUP_T v) { return float(v) != float(v); }
/// 1 for infinity, -1 for its negative, 0 otherwise.
WARPUP_DEVICE int __hisinf(WARPUP_T v) {
  return __builtin_isinf(float(v)) ? (float(v) > 0 ? 1 : -1) : 0;
}
WARPUP_DEVICE WARPUP_T2 __hisnan2(WARPUP_T2 v) {
  return {WARPUP_T(__hisnan(v.x) ? 1.0f : 0.0f), WARPUP_T(__hisnan(v.y) ? 1.0f : 0.0f)};
}
