// Included twice, by cuda_fp16.h and by cuda_bf16.h, which name the type and its words:
//   WARPUP_T, WARPUP_T2    __half, __half2             or __nv_bfloat16, __nv_bfloat162
//   WARPUP_NAME(a, b)      __a ## half ## b            or __a ## bfloat16 ## b
// This part: the class, its pair, and conversions.

struct WARPUP_RAW {
  unsigned short x;
};
struct alignas(4) WARPUP_RAW2 {
  unsigned short x, y;
};

struct alignas(2) WARPUP_T {
  WARPUP_T() = default;
  constexpr WARPUP_T(const WARPUP_RAW& raw) : __x(raw.x) {}
  WARPUP_DEVICE WARPUP_T(float v) : __x(::warpup::WARPUP_FROM_FLOAT(v)) {}
  WARPUP_DEVICE WARPUP_T(double v) : __x(WARPUP_TO_BITS(v, 'n')) {}
  WARPUP_DEVICE WARPUP_T(short v) : WARPUP_T(static_cast<float>(v)) {}
  WARPUP_DEVICE WARPUP_T(unsigned short v) : WARPUP_T(static_cast<float>(v)) {}
  WARPUP_DEVICE WARPUP_T(int v) : WARPUP_T(static_cast<double>(v)) {}
  WARPUP_DEVICE WARPUP_T(unsigned v) : WARPUP_T(static_cast<double>(v)) {}
  WARPUP_DEVICE WARPUP_T(long v) : WARPUP_T(warpup_integer_to_round(v)) {}
  WARPUP_DEVICE WARPUP_T(unsigned long v) : WARPUP_T(warpup_unsigned_to_round(v)) {}
  WARPUP_DEVICE WARPUP_T(long long v) : WARPUP_T(warpup_integer_to_round(v)) {}
  WARPUP_DEVICE WARPUP_T(unsigned long long v) : WARPUP_T(warpup_unsigned_to_round(v)) {}

  WARPUP_DEVICE operator WARPUP_RAW() const { return {__x}; }
  WARPUP_DEVICE operator float() const { return ::warpup::WARPUP_TO_FLOAT(__x); }
  WARPUP_DEVICE operator bool() const { return (__x & 0x7fffu) != 0; }
  WARPUP_DEVICE operator char() const { return whole<char>(); }
  WARPUP_DEVICE operator signed char() const { return whole<signed char>(); }
  WARPUP_DEVICE operator unsigned char() const { return whole<unsigned char>(); }
  WARPUP_DEVICE operator short() const { return whole<short>(); }
  WARPUP_DEVICE operator unsigned short() const { return whole<unsigned short>(); }
  WARPUP_DEVICE operator int() const { return whole<int>(); }
  WARPUP_DEVICE operator unsigned() const { return whole<unsigned>(); }
  WARPUP_DEVICE operator long() const { return whole<long>(); }
  WARPUP_DEVICE operator unsigned long() const { return whole<unsigned long>(); }
  WARPUP_DEVICE operator long long() const { return whole<long long>(); }
  WARPUP_DEVICE operator unsigned long long() const { return whole<unsigned long long>(); }

 protected:
  /// Towards zero, saturating.
  template <class Int>
  WARPUP_DEVICE Int whole() const {
    constexpr int bits = 8 * sizeof(Int);
    constexpr bool is_signed = static_cast<Int>(-1) < 0;
    return static_cast<Int>(
        warpup_small_float_to_integer(float(*this), is_signed ? -bits : bits, 'z'));
  }

  unsigned short __x;
};

struct alignas(4) WARPUP_T2 {
  WARPUP_T x, y;
  WARPUP_T2() = default;
  constexpr WARPUP_T2(const WARPUP_T& a, const WARPUP_T& b) : x(a), y(b) {}
  WARPUP_DEVICE WARPUP_T2(const WARPUP_RAW2& raw) : x(WARPUP_RAW{raw.x}), y(WARPUP_RAW{raw.y}) {}
  WARPUP_DEVICE operator WARPUP_RAW2() const { return {WARPUP_RAW(x).x, WARPUP_RAW(y).x}; }
};

// Bits.
WARPUP_DEVICE unsigned short WARPUP_NAME(, _as_ushort)(WARPUP_T v) { return WARPUP_RAW(v).x; }
WARPUP_DEVICE short WARPUP_NAME(, _as_short)(WARPUP_T v) {
  return static_cast<short>(WARPUP_RAW(v).x);
}
WARPUP_DEVICE WARPUP_T WARPUP_NAME(ushort_as_, )(unsigned short v) { return WARPUP_RAW{v}; }
WARPUP_DEVICE WARPUP_T WARPUP_NAME(short_as_, )(short v) {
  return WARPUP_RAW{static_cast<unsigned short>(v)};
}

// Floats, one and two.
WARPUP_DEVICE float WARPUP_NAME(, 2float)(WARPUP_T v) { return float(v); }
WARPUP_DEVICE WARPUP_T WARPUP_NAME(float2, )(float v) { return WARPUP_T(v); }
WARPUP_DEVICE WARPUP_T WARPUP_NAME(double2, )(double v) { return WARPUP_T(v); }
WARPUP_DEVICE WARPUP_T WARPUP_NAME(float2, _rn)(float v) { return WARPUP_T(v); }
WARPUP_DEVICE WARPUP_T WARPUP_NAME(float2, _rz)(float v) {
  return WARPUP_RAW{WARPUP_TO_BITS(v, 'z')};
}
WARPUP_DEVICE WARPUP_T WARPUP_NAME(float2, _ru)(float v) {
  return WARPUP_RAW{WARPUP_TO_BITS(v, 'u')};
}
WARPUP_DEVICE WARPUP_T WARPUP_NAME(float2, _rd)(float v) {
  return WARPUP_RAW{WARPUP_TO_BITS(v, 'd')};
}
WARPUP_DEVICE WARPUP_T2 WARPUP_NAME(float2, 2_rn)(float v) { return {WARPUP_T(v), WARPUP_T(v)}; }
WARPUP_DEVICE WARPUP_T2 WARPUP_NAME(floats2, 2_rn)(float a, float b) {
  return {WARPUP_T(a), WARPUP_T(b)};
}
WARPUP_DEVICE WARPUP_T2 WARPUP_NAME(float22, 2_rn)(float2 v) {
  return {WARPUP_T(v.x), WARPUP_T(v.y)};
}
WARPUP_DEVICE float2 WARPUP_NAME(, 22float2)(WARPUP_T2 v) { return {float(v.x), float(v.y)}; }
WARPUP_DEVICE float __low2float(WARPUP_T2 v) { return float(v.x); }
WARPUP_DEVICE float __high2float(WARPUP_T2 v) { return float(v.y); }

// Halves of pairs.
WARPUP_DEVICE WARPUP_T WARPUP_NAME(low2, )(WARPUP_T2 v) { return v.x; }
WARPUP_DEVICE WARPUP_T WARPUP_NAME(high2, )(WARPUP_T2 v) { return v.y; }
WARPUP_DEVICE WARPUP_T2 WARPUP_NAME(low2, 2)(WARPUP_T2 v) { return {v.x, v.x}; }
WARPUP_DEVICE WARPUP_T2 WARPUP_NAME(high2, 2)(WARPUP_T2 v) { return {v.y, v.y}; }
WARPUP_DEVICE WARPUP_T2 WARPUP_NAME(lows2, 2)(WARPUP_T2 a, WARPUP_T2 b) { return {a.x, b.x}; }
WARPUP_DEVICE WARPUP_T2 WARPUP_NAME(highs2, 2)(WARPUP_T2 a, WARPUP_T2 b) { return {a.y, b.y}; }
WARPUP_DEVICE WARPUP_T2 WARPUP_NAME(halves2, 2)(WARPUP_T a, WARPUP_T b) { return {a, b}; }
WARPUP_DEVICE WARPUP_T2 WARPUP_BOTH(WARPUP_T v) { return {v, v}; }
WARPUP_DEVICE WARPUP_T2 __lowhigh2highlow(WARPUP_T2 v) { return {v.y, v.x}; }
WARPUP_DEVICE WARPUP_T2 WARPUP_MAKE2(WARPUP_T a, WARPUP_T b) { return {a, b}; }

// Integers, with the four roundings. VALUE is a double that rounds as the integer does.
#define WARPUP_FROM_INTEGER(WORD, INT, VALUE)               \
  WARPUP_DEVICE WARPUP_T WARPUP_NAME(WORD##2, _rn)(INT v) { \
    return WARPUP_RAW{WARPUP_TO_BITS(VALUE, 'n')};          \
  }                                                         \
  WARPUP_DEVICE WARPUP_T WARPUP_NAME(WORD##2, _rz)(INT v) { \
    return WARPUP_RAW{WARPUP_TO_BITS(VALUE, 'z')};          \
  }                                                         \
  WARPUP_DEVICE WARPUP_T WARPUP_NAME(WORD##2, _ru)(INT v) { \
    return WARPUP_RAW{WARPUP_TO_BITS(VALUE, 'u')};          \
  }                                                         \
  WARPUP_DEVICE WARPUP_T WARPUP_NAME(WORD##2, _rd)(INT v) { \
    return WARPUP_RAW{WARPUP_TO_BITS(VALUE, 'd')};          \
  }
#define WARPUP_TO_INTEGER(WORD, INT, BITS, ROUNDING)                                      \
  WARPUP_DEVICE INT WARPUP_NAME(, 2##WORD##_r##ROUNDING)(WARPUP_T v) {                    \
    return static_cast<INT>(warpup_small_float_to_integer(float(v), BITS, #ROUNDING[0])); \
  }
#define WARPUP_INTEGER(WORD, INT, BITS, VALUE) \
  WARPUP_FROM_INTEGER(WORD, INT, VALUE)        \
  WARPUP_TO_INTEGER(WORD, INT, BITS, n)        \
  WARPUP_TO_INTEGER(WORD, INT, BITS, z)        \
  WARPUP_TO_INTEGER(WORD, INT, BITS, u)        \
  WARPUP_TO_INTEGER(WORD, INT, BITS, d)

WARPUP_INTEGER(short, short, -16, v)
WARPUP_INTEGER(ushort, unsigned short, 16, v)
WARPUP_INTEGER(int, int, -32, v)
WARPUP_INTEGER(uint, unsigned, 32, v)
WARPUP_INTEGER(ll, long long, -64, warpup_integer_to_round(v))
WARPUP_INTEGER(ull, unsigned long long, 64, warpup_unsigned_to_round(v))
WARPUP_TO_INTEGER(char, signed char, -8, z)
WARPUP_TO_INTEGER(uchar, unsigned char, 8, z)

#undef WARPUP_FROM_INTEGER
#undef WARPUP_TO_INTEGER
#undef WARPUP_INTEGER
