// Conversions with a named rounding between integers and floating-point numbers.
#include <cmath>
#include <limits>

#include "warpup/device/conversions.h"

namespace {

enum class Rounding { kNearest, kZero, kUp, kDown };

template <Rounding R, class Float>
Float to_integral(Float x) {
  if constexpr (R == Rounding::kNearest) return std::rint(x);
  if constexpr (R == Rounding::kZero) return std::trunc(x);
  if constexpr (R == Rounding::kUp) return std::ceil(x);
  if constexpr (R == Rounding::kDown) return std::floor(x);
}

/// What PTX's cvt makes of a not-a-number: 0, or the top bit alone if either side has 64 bits.
template <class Int, class Float>
Int nan_as_int() {
  if (sizeof(Float) < 8 && sizeof(Int) < 8) return 0;
  return static_cast<Int>(1ull << (8 * sizeof(Int) - 1));
}

template <class Int, Rounding R, class Float>
Int to_int(Float x) {
  constexpr Int smallest = std::numeric_limits<Int>::min();
  constexpr Int largest = std::numeric_limits<Int>::max();
  // The first value above `largest`: a power of two, exact in Float.
  constexpr Float above = static_cast<Float>(largest / 2 + 1) * 2;
  if (std::isnan(x)) return nan_as_int<Int, Float>();
  const Float whole = to_integral<R>(x);
  if (whole >= above) return largest;
  if (whole <= static_cast<Float>(smallest)) return smallest;
  return static_cast<Int>(whole);
}

/// `nearest` is the exact value rounded to nearest; the flags say how it compares to that value.
template <Rounding R, class Float>
Float correct(Float nearest, bool is_below, bool is_above) {
  constexpr Float infinity = std::numeric_limits<Float>::infinity();
  const bool negative = std::signbit(nearest);
  if (is_below && (R == Rounding::kUp || (R == Rounding::kZero && negative))) {
    return std::nextafter(nearest, infinity);
  }
  if (is_above && (R == Rounding::kDown || (R == Rounding::kZero && !negative))) {
    return std::nextafter(nearest, -infinity);
  }
  return nearest;
}

template <class Float, Rounding R, class Int>
Float to_float(Int x) {
  const Float nearest = static_cast<Float>(x);
  if constexpr (std::numeric_limits<Int>::is_integer) {
    const auto rounded = static_cast<__int128>(nearest);
    return correct<R>(nearest, rounded<x, rounded> x);
  } else {
    return correct<R>(nearest, nearest<x, nearest> x);
  }
}

}  // namespace

#define WARPUP_DEFINE(NAME, TO, FROM, FUNCTION)                                 \
  TO NAME##_rn(FROM x) noexcept { return FUNCTION<TO, Rounding::kNearest>(x); } \
  TO NAME##_rz(FROM x) noexcept { return FUNCTION<TO, Rounding::kZero>(x); }    \
  TO NAME##_ru(FROM x) noexcept { return FUNCTION<TO, Rounding::kUp>(x); }      \
  TO NAME##_rd(FROM x) noexcept { return FUNCTION<TO, Rounding::kDown>(x); }

WARPUP_DEFINE(__float2int, int, float, to_int)
WARPUP_DEFINE(__float2uint, unsigned, float, to_int)
WARPUP_DEFINE(__float2ll, long long, float, to_int)
WARPUP_DEFINE(__float2ull, unsigned long long, float, to_int)
WARPUP_DEFINE(__double2int, int, double, to_int)
WARPUP_DEFINE(__double2uint, unsigned, double, to_int)
WARPUP_DEFINE(__double2ll, long long, double, to_int)
WARPUP_DEFINE(__double2ull, unsigned long long, double, to_int)
WARPUP_DEFINE(__int2float, float, int, to_float)
WARPUP_DEFINE(__uint2float, float, unsigned, to_float)
WARPUP_DEFINE(__ll2float, float, long long, to_float)
WARPUP_DEFINE(__ull2float, float, unsigned long long, to_float)
WARPUP_DEFINE(__ll2double, double, long long, to_float)
WARPUP_DEFINE(__ull2double, double, unsigned long long, to_float)
WARPUP_DEFINE(__double2float, float, double, to_float)
