// The two 16-bit floating-point formats: half (1 sign, 5 exponent, 10 fraction bits) and bfloat16
// (1, 8, 7). Arithmetic widens to float, computes, and rounds once: float has more than twice the
// bits of either, so that the result is the correctly rounded one.
#pragma once

#include "warpup/device/inline.h"

extern "C" {
// `rounding`: 'n' to nearest even, 'z' towards zero, 'u' up, 'd' down
// (exec/device_small_float.cpp).
unsigned short warpup_half_bits(double x, char rounding) noexcept;
unsigned short warpup_bfloat16_bits(double x, char rounding) noexcept;
/// An integer as a double that rounds to any 16-bit format as the integer itself would.
double warpup_integer_to_round(long long x) noexcept;
double warpup_unsigned_to_round(unsigned long long x) noexcept;
/// a * b + c, likewise.
double warpup_fma_to_round(double a, double b, double c) noexcept;
/// To an integer; `bits` is 8, 16, 32 or 64, negative for signed ones.
unsigned long long warpup_small_float_to_integer(float x, int bits, char rounding) noexcept;
}

namespace warpup {

WARPUP_DEVICE float half_to_float(unsigned short h) {
  const unsigned magnitude = (h & 0x7fffu) << 13;  // fraction in place, exponent 112 too small
  unsigned bits = magnitude >= 0x0f800000u
                      ? magnitude | 0x7f800000u  // infinity, not a number
                      : bit_cast<unsigned>(bit_cast<float>(magnitude) * 0x1p112f);
  bits |= (h & 0x8000u) << 16;
  return bit_cast<float>(bits);
}

WARPUP_DEVICE unsigned short float_to_half(float x) {
  unsigned bits = bit_cast<unsigned>(x);
  const unsigned sign = (bits >> 16) & 0x8000u;
  bits &= 0x7fffffffu;
  if (bits > 0x7f800000u) return 0x7fff;
  if (bits >= 0x47800000u) return static_cast<unsigned short>(sign | 0x7c00u);  // from 65536 on
  if (bits < 0x38800000u) {
    // Below 2^-14 a half's unit is 2^-24, which is the unit of a float near 0.5: adding rounds.
    const float shifted = bit_cast<float>(bits) + 0.5f;
    return static_cast<unsigned short>(sign | (bit_cast<unsigned>(shifted) - 0x3f000000u));
  }
  bits = bits - (112u << 23) + 0xfffu + ((bits >> 13) & 1);  // ties go to even
  return static_cast<unsigned short>(sign | (bits >> 13));
}

WARPUP_DEVICE float bfloat16_to_float(unsigned short b) {
  return bit_cast<float>(static_cast<unsigned>(b) << 16);
}

WARPUP_DEVICE unsigned short float_to_bfloat16(float x) {
  const unsigned bits = bit_cast<unsigned>(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return static_cast<unsigned short>((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
}

}  // namespace warpup
