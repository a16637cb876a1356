// Intrinsics that see a word as two 16-bit or four 8-bit elements.
#include <limits>

#include "warpup/device/simd.h"

namespace {

/// `f` of each pair of elements of type Lane, put together again.
template <class Lane, class F>
unsigned each_lane(unsigned a, unsigned b, F f) {
  constexpr int bits = 8 * sizeof(Lane);
  constexpr unsigned mask = (1u << bits) - 1;
  unsigned result = 0;
  for (int shift = 0; shift < 32; shift += bits) {
    const int value = f(static_cast<Lane>(a >> shift), static_cast<Lane>(b >> shift));
    result |= (static_cast<unsigned>(value) & mask) << shift;
  }
  return result;
}

/// The sum of `f` over the elements.
template <class Lane, class F>
unsigned sum_lanes(unsigned a, unsigned b, F f) {
  unsigned sum = 0;
  for (int shift = 0; shift < 32; shift += 8 * static_cast<int>(sizeof(Lane))) {
    sum += static_cast<unsigned>(f(static_cast<Lane>(a >> shift), static_cast<Lane>(b >> shift)));
  }
  return sum;
}

template <class Lane>
int limited(int v) {
  constexpr int low = std::numeric_limits<Lane>::min(), high = std::numeric_limits<Lane>::max();
  return v < low ? low : v > high ? high : v;
}

int distance(int x, int y) { return x > y ? x - y : y - x; }

}  // namespace

// NAME2 and NAME4 of elements x and y; Lane is their type, signed (S) or unsigned (U).
#define WARPUP_DEFINE(NAME, COUNT, HOW, LANE, ...)                           \
  unsigned NAME##COUNT(unsigned a, unsigned b) noexcept {                    \
    using Lane [[maybe_unused]] = LANE;                                      \
    return HOW<Lane>(a, b, [](int x, int y) -> int { return __VA_ARGS__; }); \
  }
#define WARPUP_DEFINE_S(NAME, HOW, ...)           \
  WARPUP_DEFINE(NAME, 2, HOW, short, __VA_ARGS__) \
  WARPUP_DEFINE(NAME, 4, HOW, signed char, __VA_ARGS__)
#define WARPUP_DEFINE_U(NAME, HOW, ...)                    \
  WARPUP_DEFINE(NAME, 2, HOW, unsigned short, __VA_ARGS__) \
  WARPUP_DEFINE(NAME, 4, HOW, unsigned char, __VA_ARGS__)

WARPUP_DEFINE_U(__vadd, each_lane, x + y)
WARPUP_DEFINE_S(__vaddss, each_lane, limited<Lane>(x + y))
WARPUP_DEFINE_U(__vaddus, each_lane, limited<Lane>(x + y))
WARPUP_DEFINE_U(__vsub, each_lane, x - y)
WARPUP_DEFINE_S(__vsubss, each_lane, limited<Lane>(x - y))
WARPUP_DEFINE_U(__vsubus, each_lane, limited<Lane>(x - y))
WARPUP_DEFINE_S(__vavgs, each_lane, (x + y + (x + y >= 0)) >> 1)  // halves away from zero
WARPUP_DEFINE_U(__vavgu, each_lane, (x + y + 1) >> 1)
WARPUP_DEFINE_U(__vhaddu, each_lane, (x + y) >> 1)
WARPUP_DEFINE_S(__vmaxs, each_lane, x > y ? x : y)
WARPUP_DEFINE_U(__vmaxu, each_lane, x > y ? x : y)
WARPUP_DEFINE_S(__vmins, each_lane, x < y ? x : y)
WARPUP_DEFINE_U(__vminu, each_lane, x < y ? x : y)
WARPUP_DEFINE_S(__vabsdiffs, each_lane, distance(x, y))
WARPUP_DEFINE_U(__vabsdiffu, each_lane, distance(x, y))
WARPUP_DEFINE_S(__vsads, sum_lanes, distance(x, y))
WARPUP_DEFINE_U(__vsadu, sum_lanes, distance(x, y))

#define WARPUP_DEFINE_COMPARE(SUFFIX, SIGN, OPERATOR)                    \
  WARPUP_DEFINE_##SIGN(__vcmp##SUFFIX, each_lane, x OPERATOR y ? -1 : 0) \
      WARPUP_DEFINE_##SIGN(__vset##SUFFIX, each_lane, x OPERATOR y)

WARPUP_DEFINE_COMPARE(eq, U, ==)
WARPUP_DEFINE_COMPARE(ne, U, !=)
WARPUP_DEFINE_COMPARE(ges, S, >=)
WARPUP_DEFINE_COMPARE(geu, U, >=)
WARPUP_DEFINE_COMPARE(gts, S, >)
WARPUP_DEFINE_COMPARE(gtu, U, >)
WARPUP_DEFINE_COMPARE(les, S, <=)
WARPUP_DEFINE_COMPARE(leu, U, <=)
WARPUP_DEFINE_COMPARE(lts, S, <)
WARPUP_DEFINE_COMPARE(ltu, U, <)

unsigned __vneg2(unsigned a) noexcept { return __vsub2(0, a); }
unsigned __vneg4(unsigned a) noexcept { return __vsub4(0, a); }
unsigned __vnegss2(unsigned a) noexcept { return __vsubss2(0, a); }
unsigned __vnegss4(unsigned a) noexcept { return __vsubss4(0, a); }
unsigned __vabs2(unsigned a) noexcept { return __vabsdiffs2(a, 0); }
unsigned __vabs4(unsigned a) noexcept { return __vabsdiffs4(a, 0); }
unsigned __vabsss2(unsigned a) noexcept { return __vmaxs2(a, __vnegss2(a)); }
unsigned __vabsss4(unsigned a) noexcept { return __vmaxs4(a, __vnegss4(a)); }
