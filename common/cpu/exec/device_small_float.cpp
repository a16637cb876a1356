// Conversions to half and bfloat16 with every rounding; see warpup/device/small_float.h.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "warpup/device/small_float.h"

namespace {

template <class To, class From>
To bits_of(const From& from) {
  To to;
  static_assert(sizeof(To) == sizeof(From));
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// Whether the kept bits go up by one, given what is cut off of them.
bool rounds_up(char rounding, bool negative, bool odd, uint64_t rest, uint64_t half) {
  switch (rounding) {
    case 'u':
      return rest != 0 && !negative;
    case 'd':
      return rest != 0 && negative;
    case 'z':
      return false;
    default:
      return rest > half || (rest == half && odd);
  }
}

/// What a magnitude beyond the largest finite number becomes.
unsigned overflow(char rounding, bool negative, unsigned infinity) {
  const bool stays_finite =
      rounding == 'z' || (rounding == 'u' && negative) || (rounding == 'd' && !negative);
  return stays_finite ? infinity - 1 : infinity;
}

template <int ExponentBits, int FractionBits>
unsigned short narrow(double x, char rounding) {
  constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  constexpr unsigned infinity = ((1u << ExponentBits) - 1) << FractionBits;
  if (std::isnan(x)) return 0x7fff;
  const bool negative = std::signbit(x);
  const unsigned sign = negative ? 0x8000u : 0u;
  if (std::isinf(x)) return static_cast<unsigned short>(sign | infinity);
  if (x == 0) return static_cast<unsigned short>(sign);

  const int exponent = std::ilogb(x);
  if (exponent > bias) {
    return static_cast<unsigned short>(sign | overflow(rounding, negative, infinity));
  }
  const bool subnormal = exponent < 1 - bias;
  // The 53 bits of x as an integer, of which `drop` go.
  const auto mantissa = static_cast<uint64_t>(std::ldexp(std::fabs(x), 52 - exponent));
  const int drop = 52 - FractionBits + (subnormal ? 1 - bias - exponent : 0);
  uint64_t kept = 0, rest = 1, half = 2;  // much too small: less than half of the smallest number
  if (drop <= 53) {
    kept = mantissa >> drop;
    rest = mantissa & ((uint64_t{1} << drop) - 1);
    half = uint64_t{1} << (drop - 1);
  }
  if (rounds_up(rounding, negative, (kept & 1) != 0, rest, half)) ++kept;
  // `kept` holds the leading one, so a carry moves into the exponent by itself.
  const unsigned base = subnormal ? 0u : static_cast<unsigned>(exponent + bias - 1) << FractionBits;
  const unsigned magnitude = base + static_cast<unsigned>(kept);
  if (magnitude < infinity) return static_cast<unsigned short>(sign | magnitude);
  return static_cast<unsigned short>(sign | overflow(rounding, negative, infinity));
}

double round_whole(double x, char rounding) {
  switch (rounding) {
    case 'u':
      return std::ceil(x);
    case 'd':
      return std::floor(x);
    case 'z':
      return std::trunc(x);
    default:
      return std::rint(x);
  }
}

}  // namespace

extern "C" {

unsigned short warpup_half_bits(double x, char rounding) noexcept {
  return narrow<5, 10>(x, rounding);
}

unsigned short warpup_bfloat16_bits(double x, char rounding) noexcept {
  return narrow<8, 7>(x, rounding);
}

double warpup_unsigned_to_round(unsigned long long x) noexcept {
  // 53 bits stay; one below them stands for all that are cut off.
  if (x >> 53 != 0) x = (x & ~0xfffull) | ((x & 0xfffull) != 0 ? 0x800ull : 0);
  return static_cast<double>(x);
}

double warpup_integer_to_round(long long x) noexcept {
  const auto magnitude = static_cast<unsigned long long>(x);
  return x < 0 ? -warpup_unsigned_to_round(0 - magnitude) : warpup_unsigned_to_round(magnitude);
}

double warpup_fma_to_round(double a, double b, double c) noexcept {
  const double product = a * b;  // exact: the factors have at most 11 bits
  const double sum = product + c;
  if (!std::isfinite(sum)) return sum;
  const double part = sum - product;
  const double error = (product - (sum - part)) + (c - part);  // Knuth's exact error of a sum
  auto bits = bits_of<uint64_t>(sum);
  if (error == 0 || (bits & 1) != 0) return sum;
  // Round to odd, so that the next rounding still sees on which side the exact value lies.
  bits += (error > 0) == (sum > 0) ? 1 : -1;
  return bits_of<double>(bits);
}

unsigned long long warpup_small_float_to_integer(float x, int bits, char rounding) noexcept {
  const bool is_signed = bits < 0;
  const int size = is_signed ? -bits : bits;
  if (std::isnan(x)) return size == 64 ? 1ull << 63 : 0;
  const double whole = round_whole(x, rounding);
  const double limit = std::ldexp(1.0, is_signed ? size - 1 : size);
  if (whole >= limit) return ~0ull >> (64 - size + is_signed);
  if (whole >= 0) return static_cast<unsigned long long>(whole);
  if (!is_signed) return 0;
  if (whole <= -limit) return 0 - (1ull << (size - 1));
  return static_cast<unsigned long long>(static_cast<long long>(whole));
}
}
