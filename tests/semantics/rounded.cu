// Arithmetic with a named rounding, against the host processor's own rounding modes.
#include <cfenv>

#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

namespace {

const int kModes[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

// One operation of the host under a rounding mode; volatile keeps it between the two calls.
template <class T>
T compute(int operation, int mode, T first, T second, T third) {
  volatile T a = first, b = second, c = third, r = 0;
  std::fesetround(mode);
  switch (operation) {
    case 0:
      r = a + b;
      break;
    case 1:
      r = a - b;
      break;
    case 2:
      r = a * b;
      break;
    case 3:
      r = a / b;
      break;
    case 4:
      r = 1 / a;
      break;
    case 5:
      r = std::sqrt(T{a});
      break;
    default:
      r = std::fma(T{a}, T{b}, T{c});
      break;
  }
  std::fesetround(FE_TONEAREST);
  return r;
}

template <class T>
std::vector<T> table() {
  std::vector<T> values{T(1),    T(-1),     T(3), T(0.1),      T(-0.1),
                        T(1e20), T(-1e-20), T(7), T(1) / T(3), T(2)};
  unsigned x = 99;
  while (values.size() < 192) {
    x = x * 1664525u + 1013904223u;
    const T v = std::ldexp(T(1) + T(x >> 8) / T(1 << 24) + T(x & 255) * std::ldexp(T(1), -45),
                           static_cast<int>(x % 41) - 20);
    values.push_back(x & 128 ? -v : v);
  }
  return values;
}

}  // namespace

__global__ void float_kernel(const float* in, float* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const float a = in[i], b = in[(i * 5 + 3) % n], c = in[(i * 11 + 7) % n], p = fabsf(a);
  const float row[28] = {
      __fadd_rn(a, b),    __fadd_rz(a, b),    __fadd_ru(a, b),    __fadd_rd(a, b),
      __fsub_rn(a, b),    __fsub_rz(a, b),    __fsub_ru(a, b),    __fsub_rd(a, b),
      __fmul_rn(a, b),    __fmul_rz(a, b),    __fmul_ru(a, b),    __fmul_rd(a, b),
      __fdiv_rn(a, b),    __fdiv_rz(a, b),    __fdiv_ru(a, b),    __fdiv_rd(a, b),
      __frcp_rn(a),       __frcp_rz(a),       __frcp_ru(a),       __frcp_rd(a),
      __fsqrt_rn(p),      __fsqrt_rz(p),      __fsqrt_ru(p),      __fsqrt_rd(p),
      __fmaf_rn(a, b, c), __fmaf_rz(a, b, c), __fmaf_ru(a, b, c), __fmaf_rd(a, b, c)};
  for (int k = 0; k < 28; ++k) out[k * n + i] = row[k];
}
__global__ void double_kernel(const double* in, double* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const double a = in[i], b = in[(i * 5 + 3) % n], c = in[(i * 11 + 7) % n], p = fabs(a);
  const double row[28] = {
      __dadd_rn(a, b),   __dadd_rz(a, b),   __dadd_ru(a, b),  __dadd_rd(a, b), __dsub_rn(a, b),
      __dsub_rz(a, b),   __dsub_ru(a, b),   __dsub_rd(a, b),  __dmul_rn(a, b), __dmul_rz(a, b),
      __dmul_ru(a, b),   __dmul_rd(a, b),   __ddiv_rn(a, b),  __ddiv_rz(a, b), __ddiv_ru(a, b),
      __ddiv_rd(a, b),   __drcp_rn(a),      __drcp_rz(a),     __drcp_ru(a),    __drcp_rd(a),
      __dsqrt_rn(p),     __dsqrt_rz(p),     __dsqrt_ru(p),    __dsqrt_rd(p),   __fma_rn(a, b, c),
      __fma_rz(a, b, c), __fma_ru(a, b, c), __fma_rd(a, b, c)};
  for (int k = 0; k < 28; ++k) out[k * n + i] = row[k];
}

template <class T, class Kernel>
void test(const std::string& name, Kernel kernel) {
  const std::vector<T> values = table<T>();
  const int n = static_cast<int>(values.size());
  DeviceArray<T> in(values), out(28 * n);
  kernel<<<1, n>>>(in.get(), out.get(), n);
  std::vector<T> expected;
  for (int operation = 0; operation < 7; ++operation) {
    for (int mode : kModes) {
      for (int i = 0; i < n; ++i) {
        const T a = operation == 5 ? std::fabs(values[i]) : values[i];
        expected.push_back(
            compute<T>(operation, mode, a, values[(i * 5 + 3) % n], values[(i * 11 + 7) % n]));
      }
    }
  }
  expect(name, out.host(), expected);
}

__global__ void limits_kernel(float* out) {
  out[0] = __saturatef(-0.5f);
  out[1] = __saturatef(0.25f);
  out[2] = __saturatef(1.5f);
  out[3] = __saturatef(NAN);
  out[4] = __fdividef(6.0f, 3.0f);
  out[5] = __fdividef(1.0f, 1e38f);  // divisors above 2^126 give 0
  out[6] = __frsqrt_rn(4.0f);
}

int main() {
  test<float>("float", float_kernel);
  test<double>("double", double_kernel);
  DeviceArray<float> out(7);
  limits_kernel<<<1, 1>>>(out.get());
  expect<float>("limits", out.host(), {0, 0.25f, 1, 0, 2, 0, 0.5f});
  return semantics::verdict();
}
