// Included twice; see small_float_type.h. This part: operators, and what warps and memory need.

#define WARPUP_OPERATORS(T, ADD, SUB, MUL, DIV, NEG)                      \
  WARPUP_DEVICE T operator+(const T& a, const T& b) { return ADD(a, b); } \
  WARPUP_DEVICE T operator-(const T& a, const T& b) { return SUB(a, b); } \
  WARPUP_DEVICE T operator*(const T& a, const T& b) { return MUL(a, b); } \
  WARPUP_DEVICE T operator/(const T& a, const T& b) { return DIV(a, b); } \
  WARPUP_DEVICE T& operator+=(T& a, const T& b) { return a = ADD(a, b); } \
  WARPUP_DEVICE T& operator-=(T& a, const T& b) { return a = SUB(a, b); } \
  WARPUP_DEVICE T& operator*=(T& a, const T& b) { return a = MUL(a, b); } \
  WARPUP_DEVICE T& operator/=(T& a, const T& b) { return a = DIV(a, b); } \
  WARPUP_DEVICE T operator+(const T& a) { return a; }                     \
  WARPUP_DEVICE T operator-(const T& a) { return NEG(a); }
// TEST(name): the comparison function of that name. != holds if either side is not a number.
#define WARPUP_COMPARISONS(T, TEST)                                                 \
  WARPUP_DEVICE bool operator==(const T& a, const T& b) { return TEST(eq)(a, b); }  \
  WARPUP_DEVICE bool operator!=(const T& a, const T& b) { return TEST(neu)(a, b); } \
  WARPUP_DEVICE bool operator<(const T& a, const T& b) { return TEST(lt)(a, b); }   \
  WARPUP_DEVICE bool operator<=(const T& a, const T& b) { return TEST(le)(a, b); }  \
  WARPUP_DEVICE bool operator>(const T& a, const T& b) { return TEST(gt)(a, b); }   \
  WARPUP_DEVICE bool operator>=(const T& a, const T& b) { return TEST(ge)(a, b); }
#define WARPUP_TEST1(NAME) __h##NAME
#define WARPUP_TEST2(NAME) __hb##NAME##2

WARPUP_OPERATORS(WARPUP_T, __hadd, __hsub, __hmul, __hdiv, __hneg)
WARPUP_OPERATORS(WARPUP_T2, __hadd2, __hsub2, __hmul2, __h2div, __hneg2)
WARPUP_COMPARISONS(WARPUP_T, WARPUP_TEST1)
WARPUP_COMPARISONS(WARPUP_T2, WARPUP_TEST2)

#undef WARPUP_OPERATORS
#undef WARPUP_COMPARISONS
#undef WARPUP_TEST1
#undef WARPUP_TEST2

#define WARPUP_STEPS(T, ONE)                             \
  WARPUP_DEVICE T& operator++(T& v) { return v += ONE; } \
  WARPUP_DEVICE T& operator--(T& v) { return v -= ONE; } \
  WARPUP_DEVICE T operator++(T& v, int) {                \
    const T before = v;                                  \
    v += ONE;                                            \
    return before;                                       \
  }                                                      \
  WARPUP_DEVICE T operator--(T& v, int) {                \
    const T before = v;                                  \
    v -= ONE;                                            \
    return before;                                       \
  }

WARPUP_STEPS(WARPUP_T, WARPUP_T(1.0f))
WARPUP_STEPS(WARPUP_T2, WARPUP_T2(WARPUP_T(1.0f), WARPUP_T(1.0f)))

#undef WARPUP_STEPS

// Shuffles move the bits.
#define WARPUP_SHUFFLE(NAME, LANE, OP)                                                      \
  WARPUP_DEVICE WARPUP_T NAME(unsigned mask, WARPUP_T var, LANE lane, int width = 32) {     \
    const unsigned bits = ::warpup::bit_cast<unsigned short>(var);                          \
    return ::warpup::bit_cast<WARPUP_T>(static_cast<unsigned short>(                        \
        ::warpup::warp_exchange(mask, ::warpup::OP, bits, static_cast<int>(lane), width))); \
  }                                                                                         \
  WARPUP_DEVICE WARPUP_T2 NAME(unsigned mask, WARPUP_T2 var, LANE lane, int width = 32) {   \
    return ::warpup::warp_exchange(mask, ::warpup::OP, var, static_cast<int>(lane), width); \
  }

WARPUP_SHUFFLE(__shfl_sync, int, kWarpShflIdx)
WARPUP_SHUFFLE(__shfl_up_sync, unsigned, kWarpShflUp)
WARPUP_SHUFFLE(__shfl_down_sync, unsigned, kWarpShflDown)
WARPUP_SHUFFLE(__shfl_xor_sync, int, kWarpShflXor)

#undef WARPUP_SHUFFLE

namespace warpup {
template <>
inline constexpr bool has_atomic_add<WARPUP_T> = true;
template <>
inline constexpr bool has_atomic_add<WARPUP_T2> = true;  // both elements in one piece
template <>
inline constexpr bool has_cached_load<WARPUP_T> = true;
template <>
inline constexpr bool has_cached_load<WARPUP_T2> = true;
}  // namespace warpup
