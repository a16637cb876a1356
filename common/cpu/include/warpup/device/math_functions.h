// Mathematics that CUDA has and the C library lacks, for host and device code alike. What the C
// library has too (sinf, erfcf, fmaxf, sincosf, exp10f, j0, ...) comes from there.
#pragma once

#include "warpup/device/c_library.h"
#include "warpup/device/inline.h"

// Overloads and not templates: min(1, 2u) converts as CUDA says.
#define WARPUP_MIN_MAX(RESULT, A, B)                                                 \
  WARPUP_DEVICE RESULT min(A a, B b) {                                               \
    return static_cast<RESULT>(a) < static_cast<RESULT>(b) ? static_cast<RESULT>(a)  \
                                                           : static_cast<RESULT>(b); \
  }                                                                                  \
  WARPUP_DEVICE RESULT max(A a, B b) {                                               \
    return static_cast<RESULT>(a) > static_cast<RESULT>(b) ? static_cast<RESULT>(a)  \
                                                           : static_cast<RESULT>(b); \
  }
#define WARPUP_MIN_MAX_SIGNS(S, U) \
  WARPUP_MIN_MAX(S, S, S) WARPUP_MIN_MAX(U, U, U) WARPUP_MIN_MAX(U, S, U) WARPUP_MIN_MAX(U, U, S)

WARPUP_MIN_MAX_SIGNS(int, unsigned)
WARPUP_MIN_MAX_SIGNS(long, unsigned long)
WARPUP_MIN_MAX_SIGNS(long long, unsigned long long)

#undef WARPUP_MIN_MAX
#undef WARPUP_MIN_MAX_SIGNS

// With a not-a-number on one side the other one wins.
WARPUP_DEVICE float min(float a, float b) { return __builtin_fminf(a, b); }
WARPUP_DEVICE float max(float a, float b) { return __builtin_fmaxf(a, b); }
WARPUP_DEVICE double min(double a, double b) { return __builtin_fmin(a, b); }
WARPUP_DEVICE double max(double a, double b) { return __builtin_fmax(a, b); }
WARPUP_DEVICE double min(float a, double b) { return __builtin_fmin(a, b); }
WARPUP_DEVICE double max(float a, double b) { return __builtin_fmax(a, b); }
WARPUP_DEVICE double min(double a, float b) { return __builtin_fmin(a, b); }
WARPUP_DEVICE double max(double a, float b) { return __builtin_fmax(a, b); }

WARPUP_DEVICE unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
WARPUP_DEVICE unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
WARPUP_DEVICE long long llmin(long long a, long long b) { return a < b ? a : b; }
WARPUP_DEVICE long long llmax(long long a, long long b) { return a > b ? a : b; }
WARPUP_DEVICE unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
WARPUP_DEVICE unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}

extern "C" {
double warpup_sinpi(double x);
double warpup_cospi(double x);
double warpup_erfcx(double x);
double warpup_erfinv(double x);
double warpup_erfcinv(double x);
double warpup_cyl_bessel_i(int order, double x);
double warpup_rsqrt(double x);
/// Euclidean norm of `n` values, and of the four given ones, without overflow on the way.
double warpup_norm(int n, const double* v);
double warpup_normf(int n, const float* v);
double warpup_norm4(double a, double b, double c, double d);
}

// noexcept, because newer C libraries declare some of these themselves, and then with it.
#define WARPUP_MATH(NAME, X, VALUE)                              \
  WARPUP_DEVICE double NAME(double X) noexcept { return VALUE; } \
  WARPUP_DEVICE float NAME##f(float X##_single) noexcept {       \
    const double X = X##_single;                                 \
    return static_cast<float>(VALUE);                            \
  }

WARPUP_MATH(rsqrt, x, warpup_rsqrt(x))
WARPUP_MATH(rcbrt, x, 1.0 / __builtin_cbrt(x))
WARPUP_MATH(sinpi, x, warpup_sinpi(x))
WARPUP_MATH(cospi, x, warpup_cospi(x))
WARPUP_MATH(erfcx, x, warpup_erfcx(x))
WARPUP_MATH(erfinv, x, warpup_erfinv(x))
WARPUP_MATH(erfcinv, x, warpup_erfcinv(x))
WARPUP_MATH(normcdf, x, 0.5 * __builtin_erfc(x * -0.70710678118654752440))
WARPUP_MATH(normcdfinv, x, -1.41421356237309504880 * warpup_erfcinv(2.0 * x))
WARPUP_MATH(cyl_bessel_i0, x, warpup_cyl_bessel_i(0, x))
WARPUP_MATH(cyl_bessel_i1, x, warpup_cyl_bessel_i(1, x))

#undef WARPUP_MATH

WARPUP_DEVICE float rsqrt(float x) noexcept { return rsqrtf(x); }
WARPUP_DEVICE float rcbrt(float x) noexcept { return rcbrtf(x); }
WARPUP_DEVICE float sinpi(float x) noexcept { return sinpif(x); }
WARPUP_DEVICE float cospi(float x) noexcept { return cospif(x); }
WARPUP_DEVICE float erfcx(float x) noexcept { return erfcxf(x); }
WARPUP_DEVICE float erfinv(float x) noexcept { return erfinvf(x); }
WARPUP_DEVICE float erfcinv(float x) noexcept { return erfcinvf(x); }
WARPUP_DEVICE float normcdf(float x) noexcept { return normcdff(x); }
WARPUP_DEVICE float normcdfinv(float x) noexcept { return normcdfinvf(x); }

WARPUP_DEVICE void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
WARPUP_DEVICE void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
WARPUP_DEVICE void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
WARPUP_DEVICE void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
WARPUP_DEVICE float exp10(float x) noexcept { return exp10f(x); }

WARPUP_DEVICE float fdividef(float x, float y) { return x / y; }
WARPUP_DEVICE double fdivide(double x, double y) { return x / y; }
WARPUP_DEVICE float fdivide(float x, float y) { return x / y; }

// Norms and reciprocal norms. The float forms compute in double, where nothing overflows.
WARPUP_DEVICE double norm3d(double a, double b, double c) { return warpup_norm4(a, b, c, 0); }
WARPUP_DEVICE double norm4d(double a, double b, double c, double d) {
  return warpup_norm4(a, b, c, d);
}
WARPUP_DEVICE double norm(int n, const double* v) { return warpup_norm(n, v); }
WARPUP_DEVICE double rhypot(double a, double b) { return 1.0 / warpup_norm4(a, b, 0, 0); }
WARPUP_DEVICE double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
WARPUP_DEVICE double rnorm4d(double a, double b, double c, double d) {
  return 1.0 / warpup_norm4(a, b, c, d);
}
WARPUP_DEVICE double rnorm(int n, const double* v) { return 1.0 / warpup_norm(n, v); }
WARPUP_DEVICE float norm3df(float a, float b, float c) {
  return static_cast<float>(norm3d(a, b, c));
}
WARPUP_DEVICE float norm4df(float a, float b, float c, float d) {
  return static_cast<float>(norm4d(a, b, c, d));
}
WARPUP_DEVICE float normf(int n, const float* v) { return static_cast<float>(warpup_normf(n, v)); }
WARPUP_DEVICE float rhypotf(float a, float b) { return static_cast<float>(rhypot(a, b)); }
WARPUP_DEVICE float rnorm3df(float a, float b, float c) {
  return static_cast<float>(rnorm3d(a, b, c));
}
WARPUP_DEVICE float rnorm4df(float a, float b, float c, float d) {
  return static_cast<float>(rnorm4d(a, b, c, d));
}
WARPUP_DEVICE float rnormf(int n, const float* v) {
  return static_cast<float>(1.0 / warpup_normf(n, v));
}
