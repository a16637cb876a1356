// Integer intrinsics: bits, bytes, high products, averages, dot products.
#pragma once

#include "vector_types.h"
#include "warpup/device/inline.h"

WARPUP_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
WARPUP_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
WARPUP_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
WARPUP_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
WARPUP_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
WARPUP_DEVICE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}

WARPUP_DEVICE unsigned __brev(unsigned x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(x);
}
WARPUP_DEVICE unsigned long long __brevll(unsigned long long x) {
  const unsigned low = static_cast<unsigned>(x), high = static_cast<unsigned>(x >> 32);
  return (static_cast<unsigned long long>(__brev(low)) << 32) | __brev(high);
}

/// Four bytes picked from the eight of (y:x): three bits of each nibble of `selector` name a byte.
/// The fourth is ignored, as the intrinsic's documentation has it.
WARPUP_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = (static_cast<unsigned long long>(y) << 32) | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned from = (selector >> (4 * i)) & 7;
    result |= static_cast<unsigned>((bytes >> (8 * from)) & 0xff) << (8 * i);
  }
  return result;
}

// Funnel shifts of the 64 bits (high:low); the plain ones take the shift modulo 32, _lc at most 32.
WARPUP_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
  return static_cast<unsigned>((both << (shift < 32 ? shift : 32)) >> 32);
}
WARPUP_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return __funnelshift_lc(low, high, shift & 31);
}
WARPUP_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = (static_cast<unsigned long long>(high) << 32) | low;
  return static_cast<unsigned>(both >> (shift < 32 ? shift : 32));
}
WARPUP_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return __funnelshift_rc(low, high, shift & 31);
}

// Products: the low 32 bits of 24-bit factors, and the high halves of full ones.
WARPUP_DEVICE unsigned __umul24(unsigned x, unsigned y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
WARPUP_DEVICE int __mul24(int x, int y) {
  const int a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const int b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(static_cast<long long>(a) * b);
}
WARPUP_DEVICE int __mulhi(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) * y) >> 32);
}
WARPUP_DEVICE unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32);
}
WARPUP_DEVICE long long __mul64hi(long long x, long long y) {
  return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
}
WARPUP_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}

/// |x - y| + z
WARPUP_DEVICE unsigned __sad(int x, int y, unsigned z) {
  return z + (x > y ? static_cast<unsigned>(x) - static_cast<unsigned>(y)
                    : static_cast<unsigned>(y) - static_cast<unsigned>(x));
}
WARPUP_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return z + (x > y ? x - y : y - x);
}

// Averages without overflow; the r forms round up.
WARPUP_DEVICE int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
WARPUP_DEVICE int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
WARPUP_DEVICE unsigned __uhadd(unsigned x, unsigned y) { return (x & y) + ((x ^ y) >> 1); }
WARPUP_DEVICE unsigned __urhadd(unsigned x, unsigned y) { return (x | y) - ((x ^ y) >> 1); }

namespace warpup {

/// Element `i` of a word seen as elements of type `Lane`.
template <class Lane>
WARPUP_DEVICE Lane lane_of(unsigned word, int i) {
  return static_cast<Lane>(word >> (8 * sizeof(Lane) * i));
}
template <class Lane, class Sum>
WARPUP_DEVICE Sum dot4(unsigned a, unsigned b, Sum c) {
  unsigned sum = static_cast<unsigned>(c);  // wraps, as the instruction does
  for (int i = 0; i < 4; ++i) {
    sum += static_cast<unsigned>(static_cast<Sum>(lane_of<Lane>(a, i)) * lane_of<Lane>(b, i));
  }
  return static_cast<Sum>(sum);
}
/// Two 16-bit elements of `a` times the bytes `first` and `first + 1` of `b`.
template <class Short, class Byte, class Sum>
WARPUP_DEVICE Sum dot2(unsigned a, unsigned b, int first, Sum c) {
  unsigned sum = static_cast<unsigned>(c);
  for (int i = 0; i < 2; ++i) {
    sum +=
        static_cast<unsigned>(static_cast<Sum>(lane_of<Short>(a, i)) * lane_of<Byte>(b, first + i));
  }
  return static_cast<Sum>(sum);
}

}  // namespace warpup

WARPUP_DEVICE int __dp4a(int a, int b, int c) {
  return ::warpup::dot4<signed char>(static_cast<unsigned>(a), static_cast<unsigned>(b), c);
}
WARPUP_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return ::warpup::dot4<unsigned char>(a, b, c);
}
WARPUP_DEVICE int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(::warpup::bit_cast<int>(a), ::warpup::bit_cast<int>(b), c);
}
WARPUP_DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(::warpup::bit_cast<unsigned>(a), ::warpup::bit_cast<unsigned>(b), c);
}

// _lo takes bytes 0 and 1 of b, _hi bytes 2 and 3.
#define WARPUP_DP2A(NAME, FIRST)                                                                  \
  WARPUP_DEVICE int NAME(int a, int b, int c) {                                                   \
    return ::warpup::dot2<short, signed char>(static_cast<unsigned>(a), static_cast<unsigned>(b), \
                                              FIRST, c);                                          \
  }                                                                                               \
  WARPUP_DEVICE unsigned NAME(unsigned a, unsigned b, unsigned c) {                               \
    return ::warpup::dot2<unsigned short, unsigned char>(a, b, FIRST, c);                         \
  }                                                                                               \
  WARPUP_DEVICE int NAME(short2 a, char4 b, int c) {                                              \
    return NAME(::warpup::bit_cast<int>(a), ::warpup::bit_cast<int>(b), c);                       \
  }                                                                                               \
  WARPUP_DEVICE unsigned NAME(ushort2 a, uchar4 b, unsigned c) {                                  \
    return NAME(::warpup::bit_cast<unsigned>(a), ::warpup::bit_cast<unsigned>(b), c);             \
  }

WARPUP_DP2A(__dp2a_lo, 0)
WARPUP_DP2A(__dp2a_hi, 2)

#undef WARPUP_DP2A
