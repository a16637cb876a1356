// Tests of a 16-bit floating-point format, the same for half and bfloat16. Format says its sizes,
// and has the device functions under test. The reference is a sorted list of all values of the
// format.
#pragma once

#include <algorithm>

#include "check.h"

namespace small_floats {

using semantics::DeviceArray;
using semantics::expect;
using Bits = unsigned short;

template <class Format>
double decode(Bits bits) {
  const int fraction = bits & ((1 << Format::kFraction) - 1);
  const int exponent = (bits & 0x7fff) >> Format::kFraction;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << Format::kExponent) - 1) return fraction != 0 ? NAN : sign * INFINITY;
  const int bias = (1 << (Format::kExponent - 1)) - 1;
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - Format::kFraction);
  return sign *
         std::ldexp(fraction + (1 << Format::kFraction), exponent - bias - Format::kFraction);
}

constexpr Bits kNan = 0x7fff;

/// The bits of x rounded to the format: 'n' nearest, 'z' towards zero, 'u' up, 'd' down.
template <class Format>
Bits encode(double x, char rounding) {
  if (std::isnan(x)) return kNan;
  const Bits sign = std::signbit(x) ? 0x8000 : 0;
  const Bits infinity = ((1 << Format::kExponent) - 1) << Format::kFraction;
  const double size = std::fabs(x);
  if (std::isinf(x)) return sign | infinity;
  // Magnitudes grow with their bits: the last one that is not above `size`.
  Bits low = 0, high = infinity;
  while (high - low > 1) {
    const Bits middle = (low + high) / 2;
    (decode<Format>(middle) <= size ? low : high) = middle;
  }
  const double below = decode<Format>(low);
  if (below == size) return sign | low;
  // Where infinity stands, one more number would be.
  const double above =
      high == infinity ? 2 * below - decode<Format>(low - 1) : decode<Format>(high);
  bool up = false;
  if (rounding == 'n')
    up = size - below > above - size || (size - below == above - size && low % 2 == 1);
  if (rounding == 'u') up = sign == 0;
  if (rounding == 'd') up = sign != 0;
  return sign | (up ? high : low);
}

template <class Format>
__global__ void round_trip_kernel(float* wide, Bits* back) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  wide[i] = Format::widen(static_cast<Bits>(i));
  back[i] = Format::nearest(wide[i]);
}

template <class Format>
void test_round_trip() {
  DeviceArray<float> wide(65536);
  DeviceArray<Bits> back(65536);
  round_trip_kernel<Format><<<256, 256>>>(wide.get(), back.get());
  std::vector<float> expected;
  std::vector<Bits> expected_back;
  for (int i = 0; i < 65536; ++i) {
    const double value = decode<Format>(static_cast<Bits>(i));
    expected.push_back(static_cast<float>(value));
    expected_back.push_back(std::isnan(value) ? kNan : static_cast<Bits>(i));
  }
  expect("all values as float", wide.host(), expected);
  expect("all values and back", back.host(), expected_back);
}

// out is (4 roundings, n)
template <class Format>
__global__ void narrow_kernel(const float* in, Bits* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  out[i] = Format::nearest(in[i]);
  out[n + i] = Format::toward_zero(in[i]);
  out[2 * n + i] = Format::up(in[i]);
  out[3 * n + i] = Format::down(in[i]);
}

/// Every value, every middle between two, and their neighbours; beyond the largest; infinity.
template <class Format>
std::vector<float> hard_floats() {
  std::vector<float> values{INFINITY, -INFINITY, 1e-45f, -1e-45f, 3.4e38f, -3.4e38f, NAN};
  const int step = Format::kExponent == 5 ? 3 : 7;  // all patterns of the low bits come up
  for (int i = 0; i < 0x7f80; i += step) {
    const double a = decode<Format>(static_cast<Bits>(i)),
                 b = decode<Format>(static_cast<Bits>(i + 1));
    if (std::isinf(a) || std::isnan(a)) break;
    const float middle = static_cast<float>(std::isinf(b) ? a * 1.0001 : (a + b) / 2);
    for (float v : {static_cast<float>(a), middle, std::nextafter(middle, 0.0f),
                    std::nextafter(middle, INFINITY)}) {
      values.push_back(v);
      values.push_back(-v);
    }
  }
  return values;
}

template <class Format>
void test_narrowing() {
  const std::vector<float> values = hard_floats<Format>();
  const int n = static_cast<int>(values.size());
  DeviceArray<float> in(values);
  DeviceArray<Bits> out(4 * n);
  narrow_kernel<Format><<<(n + 255) / 256, 256>>>(in.get(), out.get(), n);
  std::vector<Bits> expected;
  for (char rounding : {'n', 'z', 'u', 'd'}) {
    for (float v : values) expected.push_back(encode<Format>(v, rounding));
  }
  expect("float narrowed with four roundings", out.host(), expected);
}

// out is (5, n): a + b, a - b, a * b, a / b, a * b + c
template <class Format>
__global__ void arithmetic_kernel(const Bits* in, Bits* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const auto a = Format::make(in[i]), b = Format::make(in[(i * 7 + 3) % n]),
             c = Format::make(in[(i * 13 + 5) % n]);
  out[i] = Format::bits(__hadd_rn(a, b));
  out[n + i] = Format::bits(__hsub_rn(a, b));
  out[2 * n + i] = Format::bits(__hmul_rn(a, b));
  out[3 * n + i] = Format::bits(__hdiv(a, b));
  out[4 * n + i] = Format::bits(__hfma(a, b, c));
}

/// Numbers near 1, where doubles hold sums and products exactly.
template <class Format>
std::vector<Bits> operands() {
  std::vector<Bits> values;
  const int bias = (1 << (Format::kExponent - 1)) - 1;
  unsigned x = 77;
  while (values.size() < 2048) {
    x = x * 1664525u + 1013904223u;
    const unsigned exponent = static_cast<unsigned>(bias + static_cast<int>(x >> 28) - 8);
    values.push_back(static_cast<Bits>((x >> 4 & 0x8000) | exponent << Format::kFraction |
                                       (x >> 8 & ((1u << Format::kFraction) - 1))));
  }
  return values;
}

template <class Format>
void test_arithmetic() {
  const std::vector<Bits> values = operands<Format>();
  const int n = static_cast<int>(values.size());
  DeviceArray<Bits> in(values), out(5 * n);
  arithmetic_kernel<Format><<<(n + 127) / 128, 128>>>(in.get(), out.get(), n);
  const char* const names[] = {"sum", "difference", "product", "quotient", "fused multiply-add"};
  const std::vector<Bits> all = out.host();
  for (int k = 0; k < 5; ++k) {
    std::vector<Bits> expected;
    for (int i = 0; i < n; ++i) {
      const double a = decode<Format>(values[i]), b = decode<Format>(values[(i * 7 + 3) % n]),
                   c = decode<Format>(values[(i * 13 + 5) % n]);
      const double exact[] = {a + b, a - b, a * b, a / b, a * b + c};
      expected.push_back(encode<Format>(exact[k], 'n'));
    }
    // The quotient may be off by one unit on a GPU: compared below, as distance.
    std::vector<Bits> got(all.begin() + k * n, all.begin() + (k + 1) * n);
    if (k == 3) {
      int worst = 0;
      for (int i = 0; i < n; ++i) worst = std::max(worst, std::abs(got[i] - expected[i]));
      expect("quotients at most one unit off", worst <= 1, true);
    } else {
      expect(names[k], got, expected);
    }
  }
}

// flags: the six comparisons, their unordered forms, and tests of one value
template <class Format>
__global__ void compare_kernel(const float* in, unsigned* flags, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= n * n) return;
  const auto a = Format::from_float(in[i / n]), b = Format::from_float(in[i % n]);
  unsigned f = 0;
  f |= __heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 | __hgt(a, b) << 4 |
       __hge(a, b) << 5;
  f |= __hequ(a, b) << 6 | __hneu(a, b) << 7 | __hltu(a, b) << 8 | __hleu(a, b) << 9 |
       __hgtu(a, b) << 10 | __hgeu(a, b) << 11;
  f |= __hisnan(a) << 12 | (__hisinf(a) > 0) << 13 | (__hisinf(a) < 0) << 14;
  f |= (a == b) << 15 | (a != b) << 16 | (a < b) << 17 | (a >= b) << 18;
  flags[i] = f;
}

template <class Format>
void test_comparisons() {
  const std::vector<float> values{-INFINITY, -1.5f, -0.0f, 0.0f, 1.0f, 1.5f, INFINITY, NAN};
  const int n = static_cast<int>(values.size());
  DeviceArray<float> in(values);
  DeviceArray<unsigned> flags(n * n);
  compare_kernel<Format><<<1, 64>>>(in.get(), flags.get(), n);
  std::vector<unsigned> expected;
  for (float a : values) {
    for (float b : values) {
      const bool un = std::isnan(a) || std::isnan(b);
      const bool holds[] = {
          a == b,        a < b || a > b, a<b, a <= b, a> b, a >= b,      a == b || un,
          a != b || un,  a < b || un,    a <= b || un,      a > b || un, a >= b || un,
          std::isnan(a), a == INFINITY,  a == -INFINITY,    a == b,      a != b,
          a < b,         a >= b};
      unsigned f = 0;
      for (int bit = 0; bit < 19; ++bit) f |= static_cast<unsigned>(holds[bit]) << bit;
      expected.push_back(f);
    }
  }
  expect("comparisons", flags.host(), expected);
}

}  // namespace small_floats
