// bfloat16: all 65536 values, every rounding, arithmetic, pairs.
#include <cuda_bf16.h>

#include "small_floats.h"

using semantics::DeviceArray;
using semantics::expect;
using small_floats::Bits;

struct Bfloat16 {
  static constexpr int kExponent = 8, kFraction = 7;
  __device__ static __nv_bfloat16 make(Bits b) { return __ushort_as_bfloat16(b); }
  __device__ static Bits bits(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }
  __device__ static __nv_bfloat16 from_float(float x) { return __float2bfloat16(x); }
  __device__ static float widen(Bits b) { return __bfloat162float(make(b)); }
  __device__ static Bits nearest(float x) { return bits(__float2bfloat16_rn(x)); }
  __device__ static Bits toward_zero(float x) { return bits(__float2bfloat16_rz(x)); }
  __device__ static Bits up(float x) { return bits(__float2bfloat16_ru(x)); }
  __device__ static Bits down(float x) { return bits(__float2bfloat16_rd(x)); }
};

// The product lies in the middle between two values; a tiny addend decides.
__global__ void tie_kernel(float* out) {
  const __nv_bfloat16 a = __float2bfloat16(1.0625f), tiny = __float2bfloat16(0x1p-100f);
  out[0] = __bfloat162float(__hfma(a, a, tiny));
  out[1] = __bfloat162float(__hfma(a, a, __hneg(tiny)));
}

__global__ void pair_kernel(float* out, __nv_bfloat162* sum) {
  const __nv_bfloat162 a = __floats2bfloat162_rn(1.5f, -2.0f), b = __float2bfloat162_rn(4.0f);
  const float2 f = __bfloat1622float2(__hadd2(a * b, __low2bfloat162(a)));
  out[0] = f.x;
  out[1] = f.y;
  out[2] = static_cast<float>(__bfloat162int_rn(__float2bfloat16(-2.5f)));
  out[3] = __bfloat162float(__int2bfloat16_rn(257));
  out[4] = __bfloat162float(__ll2bfloat16_rn((1ll << 60) + (1ll << 52) + 1));
  atomicAdd(sum, a);
}

int main() {
  small_floats::test_round_trip<Bfloat16>();
  small_floats::test_narrowing<Bfloat16>();
  small_floats::test_arithmetic<Bfloat16>();
  small_floats::test_comparisons<Bfloat16>();
  DeviceArray<float> ties(2), out(5);
  tie_kernel<<<1, 1>>>(ties.get());
  expect<float>("ties decided by the addend", ties.host(), {1.1328125f, 1.125f});
  DeviceArray<__nv_bfloat162> sum(std::vector<__nv_bfloat162>(1, __nv_bfloat162(0.0f, 0.0f)));
  pair_kernel<<<1, 8>>>(out.get(), sum.get());
  expect<float>("pairs and integers", out.host(), {7.5f, -6.5f, -2, 256, 0x1p60f * (1 + 0x1p-7f)});
  const float2 total = __bfloat1622float2(sum.host()[0]);
  expect<float>("sum of pairs", {total.x, total.y}, {12, -16});
  return semantics::verdict();
}
