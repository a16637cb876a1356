// Half precision: all 65536 values, every rounding, arithmetic, pairs, conversions, mathematics.
#include <cuda_fp16.h>

#include "small_floats.h"

using semantics::DeviceArray;
using semantics::expect;
using small_floats::Bits;

struct Half {
  static constexpr int kExponent = 5, kFraction = 10;
  __device__ static __half make(Bits b) { return __ushort_as_half(b); }
  __device__ static Bits bits(__half h) { return __half_as_ushort(h); }
  __device__ static __half from_float(float x) { return __float2half(x); }
  __device__ static float widen(Bits b) { return __half2float(make(b)); }
  __device__ static Bits nearest(float x) { return bits(__float2half_rn(x)); }
  __device__ static Bits toward_zero(float x) { return bits(__float2half_rz(x)); }
  __device__ static Bits up(float x) { return bits(__float2half_ru(x)); }
  __device__ static Bits down(float x) { return bits(__float2half_rd(x)); }
};

__global__ void pair_kernel(float* out) {
  half2 a = __floats2half2_rn(1.5f, -2.0f);
  const half2 b = make_half2(__float2half(0.5f), __float2half(4.0f));
  const half2 results[] = {a + b,
                           a * b,
                           __hfma2(a, b, b),
                           __lowhigh2highlow(a),
                           __low2half2(a),
                           __highs2half2(a, b),
                           __hneg2(a),
                           __hmax2(a, b),
                           __hlt2(a, b),
                           h2sqrt(b)};
  int k = 0;
  for (const half2& r : results) {
    out[k++] = __low2float(r);
    out[k++] = __high2float(r);
  }
  a += b;
  a *= __half2half2(__float2half(2.0f));
  const float2 f = __half22float2(a);
  out[k++] = f.x;
  out[k++] = f.y;
  out[k++] = __hbeq2(a, a) ? 1.0f : 0.0f;
  out[k++] = static_cast<float>(__hgt2_mask(a, b));
}

void test_pairs() {
  DeviceArray<float> out(24);
  pair_kernel<<<1, 1>>>(out.get());
  expect<float>("pairs", out.host(),
                {2,     2, 0.75f, -8, 1.25f, -4, -2,          1.5f, 1.5f, 1.5f, -2, 4,
                 -1.5f, 2, 1.5f,  4,  0,     1,  0.70703125f, 2,    4,    4,    1,  65535});
}

__global__ void integer_kernel(const float* in, long long* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const half h = __float2half(in[i]);
  const long long row[] = {__half2int_rn(h),   __half2int_rz(h),    __half2int_ru(h),
                           __half2int_rd(h),   __half2uint_rn(h),   __half2ll_rn(h),
                           __half2short_rz(h), __half2ushort_rn(h), __half2char_rz(h),
                           __half2uchar_rz(h)};
  for (int k = 0; k < 10; ++k) out[k * n + i] = row[k];
}

void test_to_integers() {
  const std::vector<float> values{0.5f,    1.5f,     -2.5f,     -0.25f,  300.0f,
                                  -300.0f, 65504.0f, -65504.0f, INFINITY};
  const int n = static_cast<int>(values.size());
  DeviceArray<float> in(values);
  DeviceArray<long long> out(10 * n);
  integer_kernel<<<1, n>>>(in.get(), out.get(), n);
  const long long top = 2147483647, high = 9223372036854775807ll;
  const std::vector<long long> expected{
      0, 2, -2, 0,  300, -300, 65504, -65504, top,           // int, to nearest
      0, 1, -2, 0,  300, -300, 65504, -65504, top,           // towards zero
      1, 2, -2, 0,  300, -300, 65504, -65504, top,           // up
      0, 1, -3, -1, 300, -300, 65504, -65504, top,           // down
      0, 2, 0,  0,  300, 0,    65504, 0,      4294967295ll,  // unsigned
      0, 2, -2, 0,  300, -300, 65504, -65504, high,          // long long
      0, 1, -2, 0,  300, -300, 32767, -32768, 32767,         // short
      0, 2, 0,  0,  300, 0,    65504, 0,      65535,         // unsigned short
      0, 1, -2, 0,  127, -128, 127,   -128,   127,           // signed char
      0, 1, 0,  0,  255, 0,    255,   0,      255};          // unsigned char
  expect("half to integers", out.host(), expected);
}

__global__ void from_integer_kernel(Bits* out) {
  const half row[] = {__int2half_rn(2049),
                      __int2half_rz(2051),
                      __int2half_ru(2049),
                      __int2half_rd(-2049),
                      __uint2half_rn(4294967295u),
                      __uint2half_rz(4294967295u),
                      __ll2half_rn(-70000ll),
                      __ll2half_rd(65505ll),
                      __short2half_rn(-3),
                      __ushort2half_rn(65535),
                      half(7),
                      half(-0.3),
                      __double2half(1.00048828125000001)};
  for (int k = 0; k < 13; ++k) out[k] = __half_as_ushort(row[k]);
}

void test_from_integers() {
  DeviceArray<Bits> out(13);
  from_integer_kernel<<<1, 1>>>(out.get());
  const struct {
    double value;
    char rounding;
  } cases[] = {{2049, 'n'},
               {2051, 'z'},
               {2049, 'u'},
               {-2049, 'd'},
               {4294967295.0, 'n'},
               {4294967295.0, 'z'},
               {-70000, 'n'},
               {65505, 'd'},
               {-3, 'n'},
               {65535, 'n'},
               {7, 'n'},
               {-0.3, 'n'},
               {1.00048828125000001, 'n'}};
  std::vector<Bits> expected;
  for (const auto& c : cases) expected.push_back(small_floats::encode<Half>(c.value, c.rounding));
  expect("integers to half", out.host(), expected);
}

// Mathematics, shuffles, atomics and cached loads of halves.
__global__ void use_kernel(half* sum, half2* pair, float* out) {
  const half mine = __float2half(static_cast<float>(threadIdx.x));
  const half other = __shfl_xor_sync(0xffffffff, mine, 1);
  const half2 both = __shfl_down_sync(0xffffffff, __halves2half2(mine, other), 2);
  atomicAdd(sum, __float2half(0.5f));
  atomicAdd(pair, __floats2half2_rn(1.0f, -1.0f));
  if (threadIdx.x != 4) return;
  out[0] = __half2float(other);
  out[1] = __low2float(both);
  out[2] = __high2float(both);
  out[3] = __half2float(hsqrt(mine)) + __half2float(hfloor(__float2half(-1.5f)));
  out[4] = __half2float(__habs(__hneg(mine))) + __half2float(__hmax(mine, other));
  out[5] = __half2float(__hfma_relu(mine, __float2half(-1.0f), __float2half(1.0f)));
  out[6] = __half2float(__hadd_sat(mine, mine));
}

void test_use() {
  DeviceArray<half> sum(std::vector<half>(2, half(0.0f)));
  DeviceArray<half2> pair(std::vector<half2>(1, half2(half(0.0f), half(0.0f))));
  DeviceArray<float> out(7);
  use_kernel<<<1, 32>>>(sum.get(), pair.get(), out.get());
  expect<float>("in a warp", out.host(), {5, 6, 7, 0, 9, 0, 1});
  expect("sum of halves", __half2float(sum.host()[0]), 16.0f);
  const half2 p = pair.host()[0];
  expect<float>("sum of pairs", {__low2float(p), __high2float(p)}, {32, -32});
}

int main() {
  small_floats::test_round_trip<Half>();
  small_floats::test_narrowing<Half>();
  small_floats::test_arithmetic<Half>();
  small_floats::test_comparisons<Half>();
  test_pairs();
  test_to_integers();
  test_from_integers();
  test_use();
  return semantics::verdict();
}
