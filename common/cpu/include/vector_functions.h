// make_int2 and its kin: CUDA's constructors of vector types.
#pragma once

#include "vector_types.h"

// A macro, because four function names are made of one.
#define WARPUP_MAKE_1234(NAME, T)                                       \
  constexpr NAME##1 make_##NAME##1(T x) { return {x}; }                 \
  constexpr NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }         \
  constexpr NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; } \
  constexpr NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }

WARPUP_MAKE_1234(char, signed char)
WARPUP_MAKE_1234(uchar, unsigned char)
WARPUP_MAKE_1234(short, short)
WARPUP_MAKE_1234(ushort, unsigned short)
WARPUP_MAKE_1234(int, int)
WARPUP_MAKE_1234(uint, unsigned int)
WARPUP_MAKE_1234(long, long)
WARPUP_MAKE_1234(ulong, unsigned long)
WARPUP_MAKE_1234(longlong, long long)
WARPUP_MAKE_1234(ulonglong, unsigned long long)
WARPUP_MAKE_1234(float, float)
WARPUP_MAKE_1234(double, double)

#undef WARPUP_MAKE_1234

#define WARPUP_MAKE_4A(NAME, T)                                                         \
  constexpr NAME##4_16a make_##NAME##4_16a(T x, T y, T z, T w) { return {x, y, z, w}; } \
  constexpr NAME##4_32a make_##NAME##4_32a(T x, T y, T z, T w) { return {x, y, z, w}; }

WARPUP_MAKE_4A(long, long)
WARPUP_MAKE_4A(ulong, unsigned long)
WARPUP_MAKE_4A(longlong, long long)
WARPUP_MAKE_4A(ulonglong, unsigned long long)
WARPUP_MAKE_4A(double, double)

#undef WARPUP_MAKE_4A
