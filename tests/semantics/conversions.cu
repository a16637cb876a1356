// Conversions with a named rounding, over edge values: against exact arithmetic on the host (long
// double holds every value here exactly) and the rules of PTX's cvt for overflow and not-a-number.
#include <cfloat>
#include <climits>
#include <limits>

#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

using Wide = unsigned long long;

namespace {

const float kInfinity = INFINITY;

std::vector<float> floats() {
  std::vector<float> values;
  for (float v : {0.0f,
                  0.25f,
                  0.5f,
                  0.75f,
                  1.0f,
                  1.5f,
                  2.5f,
                  3.4999998f,
                  8388607.5f,
                  16777217.0f,
                  2147483520.0f,
                  2147483648.0f,
                  4294967040.0f,
                  4294967296.0f,
                  9223371487098961920.0f,
                  9223372036854775808.0f,
                  18446742974197923840.0f,
                  18446744073709551616.0f,
                  1e30f,
                  FLT_MAX,
                  FLT_MIN,
                  1e-45f,
                  kInfinity}) {
    values.push_back(v);
    values.push_back(-v);
  }
  values.push_back(NAN);
  return values;
}

std::vector<double> doubles() {
  std::vector<double> values;
  for (float v : floats()) values.push_back(v);
  for (double v :
       {2147483647.5, 2147483646.5, 4294967295.5, 4294967294.5, 0.49999999999999994, 1e300, DBL_MAX,
        DBL_MIN, 1.0000000596046448, 1.00000005960464478, 3.4028235677973366e38, 1e-46, 16777217.0,
        16777219.0, 4503599627370497.5, 9007199254740993.0}) {
    values.push_back(v);
    values.push_back(-v);
  }
  return values;
}

std::vector<long long> integers() {
  std::vector<long long> values{0,
                                1,
                                -1,
                                16777215,
                                16777216,
                                16777217,
                                16777219,
                                -16777217,
                                INT_MAX,
                                INT_MIN,
                                LLONG_MAX,
                                LLONG_MIN,
                                (1ll << 53) + 1,
                                (1ll << 53) + 3,
                                -(1ll << 53) - 1,
                                0x7fffffbfffffffff,
                                0x7fffff4000000000,
                                0x7fffff4000000001};
  Wide x = 88172645463325252ull;
  while (values.size() < 64) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    values.push_back(static_cast<long long>(x) >> (values.size() % 40));
  }
  return values;
}

enum Rounding { kNearest, kZero, kUp, kDown };

long double whole(long double x, int rounding) {
  switch (rounding) {
    case kNearest:
      return nearbyintl(x);
    case kZero:
      return truncl(x);
    case kUp:
      return ceill(x);
    default:
      return floorl(x);
  }
}

template <class Int, class Float>
Int to_int(Float x, int rounding) {
  const bool wide = sizeof(Int) == 8 || sizeof(Float) == 8;
  if (std::isnan(x)) return wide ? static_cast<Int>(Wide{1} << (8 * sizeof(Int) - 1)) : Int{0};
  const long double v = whole(x, rounding);
  if (v >= static_cast<long double>(std::numeric_limits<Int>::max()))
    return std::numeric_limits<Int>::max();
  if (v <= static_cast<long double>(std::numeric_limits<Int>::min()))
    return std::numeric_limits<Int>::min();
  return static_cast<Int>(v);
}

// The float or double next to the exact value x on the side that the rounding wants.
template <class Float>
Float to_float(long double x, int rounding) {
  const Float nearest = static_cast<Float>(x);
  const long double back = nearest;
  const bool up = rounding == kUp || (rounding == kZero && x < 0);
  const bool down = rounding == kDown || (rounding == kZero && x > 0);
  if (up && back < x) return std::nextafter(nearest, static_cast<Float>(INFINITY));
  if (down && back > x) return std::nextafter(nearest, static_cast<Float>(-INFINITY));
  return nearest;
}

}  // namespace

// out is (4 roundings, 4 integer types, n), as 64-bit integers.
__global__ void from_float_kernel(const float* in, long long* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const float x = in[i];
  const long long row[16] = {__float2int_rn(x), __float2uint_rn(x),
                             __float2ll_rn(x),  static_cast<long long>(__float2ull_rn(x)),
                             __float2int_rz(x), __float2uint_rz(x),
                             __float2ll_rz(x),  static_cast<long long>(__float2ull_rz(x)),
                             __float2int_ru(x), __float2uint_ru(x),
                             __float2ll_ru(x),  static_cast<long long>(__float2ull_ru(x)),
                             __float2int_rd(x), __float2uint_rd(x),
                             __float2ll_rd(x),  static_cast<long long>(__float2ull_rd(x))};
  for (int k = 0; k < 16; ++k) out[k * n + i] = row[k];
}
__global__ void from_double_kernel(const double* in, long long* out, float* narrowed, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const double x = in[i];
  const long long row[16] = {__double2int_rn(x), __double2uint_rn(x),
                             __double2ll_rn(x),  static_cast<long long>(__double2ull_rn(x)),
                             __double2int_rz(x), __double2uint_rz(x),
                             __double2ll_rz(x),  static_cast<long long>(__double2ull_rz(x)),
                             __double2int_ru(x), __double2uint_ru(x),
                             __double2ll_ru(x),  static_cast<long long>(__double2ull_ru(x)),
                             __double2int_rd(x), __double2uint_rd(x),
                             __double2ll_rd(x),  static_cast<long long>(__double2ull_rd(x))};
  for (int k = 0; k < 16; ++k) out[k * n + i] = row[k];
  narrowed[i] = __double2float_rn(x);
  narrowed[n + i] = __double2float_rz(x);
  narrowed[2 * n + i] = __double2float_ru(x);
  narrowed[3 * n + i] = __double2float_rd(x);
}
__global__ void from_integer_kernel(const long long* in, float* out, double* wide_out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const long long l = in[i];
  const Wide u = static_cast<Wide>(l);
  const int s = static_cast<int>(l);
  const unsigned w = static_cast<unsigned>(l);
  const float row[16] = {
      __int2float_rn(s), __uint2float_rn(w), __ll2float_rn(l), __ull2float_rn(u),
      __int2float_rz(s), __uint2float_rz(w), __ll2float_rz(l), __ull2float_rz(u),
      __int2float_ru(s), __uint2float_ru(w), __ll2float_ru(l), __ull2float_ru(u),
      __int2float_rd(s), __uint2float_rd(w), __ll2float_rd(l), __ull2float_rd(u)};
  const double wide_row[10] = {__int2double_rn(s), __uint2double_rn(w), __ll2double_rn(l),
                               __ull2double_rn(u), __ll2double_rz(l),   __ull2double_rz(u),
                               __ll2double_ru(l),  __ull2double_ru(u),  __ll2double_rd(l),
                               __ull2double_rd(u)};
  for (int k = 0; k < 16; ++k) out[k * n + i] = row[k];
  for (int k = 0; k < 10; ++k) wide_out[k * n + i] = wide_row[k];
}

template <class Float>
std::vector<long long> integers_expected(const std::vector<Float>& values) {
  std::vector<long long> expected;
  for (int rounding = 0; rounding < 4; ++rounding) {
    for (Float x : values) expected.push_back(to_int<int>(x, rounding));
    for (Float x : values) expected.push_back(to_int<unsigned>(x, rounding));
    for (Float x : values) expected.push_back(to_int<long long>(x, rounding));
    for (Float x : values) expected.push_back(static_cast<long long>(to_int<Wide>(x, rounding)));
  }
  return expected;
}

void test_from_floats() {
  const std::vector<float> values = floats();
  const int n = static_cast<int>(values.size());
  DeviceArray<float> in(values);
  DeviceArray<long long> out(16 * n);
  from_float_kernel<<<1, n>>>(in.get(), out.get(), n);
  expect("float to integers", out.host(), integers_expected(values));
}

void test_from_doubles() {
  const std::vector<double> values = doubles();
  const int n = static_cast<int>(values.size());
  DeviceArray<double> in(values);
  DeviceArray<long long> out(16 * n);
  DeviceArray<float> narrowed(4 * n);
  from_double_kernel<<<1, n>>>(in.get(), out.get(), narrowed.get(), n);
  expect("double to integers", out.host(), integers_expected(values));
  std::vector<float> expected;
  for (int rounding = 0; rounding < 4; ++rounding) {
    for (double x : values) expected.push_back(to_float<float>(x, rounding));
  }
  expect("double to float", narrowed.host(), expected);
}

void test_from_integers() {
  const std::vector<long long> values = integers();
  const int n = static_cast<int>(values.size());
  DeviceArray<long long> in(values);
  DeviceArray<float> out(16 * n);
  DeviceArray<double> wide_out(10 * n);
  from_integer_kernel<<<1, n>>>(in.get(), out.get(), wide_out.get(), n);
  std::vector<float> expected;
  std::vector<double> wide_expected;
  for (int rounding = 0; rounding < 4; ++rounding) {
    for (long long l : values) expected.push_back(to_float<float>(static_cast<int>(l), rounding));
    for (long long l : values)
      expected.push_back(to_float<float>(static_cast<unsigned>(l), rounding));
    for (long long l : values) expected.push_back(to_float<float>(l, rounding));
    for (long long l : values) expected.push_back(to_float<float>(static_cast<Wide>(l), rounding));
    if (rounding == kNearest) {
      for (long long l : values) wide_expected.push_back(static_cast<int>(l));
      for (long long l : values) wide_expected.push_back(static_cast<unsigned>(l));
    }
    for (long long l : values) wide_expected.push_back(to_float<double>(l, rounding));
    for (long long l : values)
      wide_expected.push_back(to_float<double>(static_cast<Wide>(l), rounding));
  }
  expect("integers to float", out.host(), expected);
  expect("integers to double", wide_out.host(), wide_expected);
}

// Bits taken as another type.
__global__ void bits_kernel(unsigned* out, double* d) {
  out[0] = static_cast<unsigned>(__float_as_int(-1.5f));
  out[1] = __float_as_uint(1.0f);
  out[2] = __int_as_float(0x40490fdb) == 3.14159274f;
  out[3] = __uint_as_float(0x80000000u) == 0.0f;
  out[4] = static_cast<unsigned>(__double2hiint(-2.5));
  out[5] = static_cast<unsigned>(__double2loint(0.1));
  d[0] = __hiloint2double(0x40091eb8, 0x51eb851f);
  d[1] = __longlong_as_double(0x4004000000000000ll);
  d[2] = static_cast<double>(__double_as_longlong(1.0) >> 52);
}

int main() {
  test_from_floats();
  test_from_doubles();
  test_from_integers();
  DeviceArray<unsigned> out(6);
  DeviceArray<double> d(3);
  bits_kernel<<<1, 1>>>(out.get(), d.get());
  expect<unsigned>("bits", out.host(), {0xbfc00000u, 0x3f800000u, 1, 1, 0xc0040000u, 0x9999999au});
  expect<double>("doubles of bits", d.host(), {3.14, 2.5, 1023});
  return semantics::verdict();
}
