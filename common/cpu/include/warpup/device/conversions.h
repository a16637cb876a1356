// Bits taken as another type, and conversions with a named rounding: _rn to nearest even, _rz
// towards zero, _ru up, _rd down. Out of range saturates; not-a-number gives what PTX's cvt says.
#pragma once

#include "warpup/device/inline.h"

WARPUP_DEVICE int __float_as_int(float x) { return ::warpup::bit_cast<int>(x); }
WARPUP_DEVICE unsigned __float_as_uint(float x) { return ::warpup::bit_cast<unsigned>(x); }
WARPUP_DEVICE float __int_as_float(int x) { return ::warpup::bit_cast<float>(x); }
WARPUP_DEVICE float __uint_as_float(unsigned x) { return ::warpup::bit_cast<float>(x); }
WARPUP_DEVICE long long __double_as_longlong(double x) { return ::warpup::bit_cast<long long>(x); }
WARPUP_DEVICE double __longlong_as_double(long long x) { return ::warpup::bit_cast<double>(x); }
WARPUP_DEVICE int __double2hiint(double x) {
  return static_cast<int>(::warpup::bit_cast<unsigned long long>(x) >> 32);
}
WARPUP_DEVICE int __double2loint(double x) {
  return static_cast<int>(::warpup::bit_cast<unsigned long long>(x));
}
WARPUP_DEVICE double __hiloint2double(int high, int low) {
  const auto upper = static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32;
  return ::warpup::bit_cast<double>(upper | static_cast<unsigned>(low));
}

// The library holds the bodies (exec/device_conversions.cpp): the names alone compile faster.
#define WARPUP_FOUR_ROUNDINGS(NAME, TO, FROM) \
  TO NAME##_rn(FROM x) noexcept;              \
  TO NAME##_rz(FROM x) noexcept;              \
  TO NAME##_ru(FROM x) noexcept;              \
  TO NAME##_rd(FROM x) noexcept;

WARPUP_FOUR_ROUNDINGS(__float2int, int, float)
WARPUP_FOUR_ROUNDINGS(__float2uint, unsigned, float)
WARPUP_FOUR_ROUNDINGS(__float2ll, long long, float)
WARPUP_FOUR_ROUNDINGS(__float2ull, unsigned long long, float)
WARPUP_FOUR_ROUNDINGS(__double2int, int, double)
WARPUP_FOUR_ROUNDINGS(__double2uint, unsigned, double)
WARPUP_FOUR_ROUNDINGS(__double2ll, long long, double)
WARPUP_FOUR_ROUNDINGS(__double2ull, unsigned long long, double)
WARPUP_FOUR_ROUNDINGS(__int2float, float, int)
WARPUP_FOUR_ROUNDINGS(__uint2float, float, unsigned)
WARPUP_FOUR_ROUNDINGS(__ll2float, float, long long)
WARPUP_FOUR_ROUNDINGS(__ull2float, float, unsigned long long)
WARPUP_FOUR_ROUNDINGS(__ll2double, double, long long)
WARPUP_FOUR_ROUNDINGS(__ull2double, double, unsigned long long)
WARPUP_FOUR_ROUNDINGS(__double2float, float, double)

#undef WARPUP_FOUR_ROUNDINGS

// Every 32-bit integer is exact in a double.
WARPUP_DEVICE double __int2double_rn(int x) { return x; }
WARPUP_DEVICE double __uint2double_rn(unsigned x) { return x; }
