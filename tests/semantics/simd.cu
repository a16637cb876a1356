// Intrinsics on two 16-bit or four 8-bit elements of a word, against plain loops.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

namespace {

int limited(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

// Element of `bits` bits at `shift`.
int element(unsigned word, int shift, int bits, bool is_signed) {
  const int raw = static_cast<int>(word >> shift & ((1u << bits) - 1));
  return is_signed && raw >> (bits - 1) ? raw - (1 << bits) : raw;
}

// Result of operation k for one pair of elements.
int operate(int k, int x, int y, int u, int v, int bits) {
  const int smax = (1 << (bits - 1)) - 1, umax = (1 << bits) - 1;
  switch (k) {
    case 0:
      return u + v;
    case 1:
      return u - v;
    case 2:
      return limited(x + y, -smax - 1, smax);
    case 3:
      return limited(u + v, 0, umax);
    case 4:
      return limited(x - y, -smax - 1, smax);
    case 5:
      return limited(u - v, 0, umax);
    case 6:
      return (u + v + 1) / 2;
    case 7:
      return (u + v) / 2;
    case 8:
      return x > y ? x : y;
    case 9:
      return u > v ? u : v;
    case 10:
      return x < y ? x : y;
    case 11:
      return u < v ? u : v;
    case 12:
      return u > v ? u - v : v - u;
    case 13:
      return u == v ? -1 : 0;
    case 14:
      return x > y ? -1 : 0;
    case 15:
      return u <= v ? -1 : 0;
    case 16:
      return u != v;
    case 17:
      return -x;
    case 18:
      return x == -smax - 1 ? smax : x < 0 ? -x : x;
    default:
      return x > y ? x - y : y - x;
  }
}

const int kOperations = 20;

unsigned reference(int k, unsigned a, unsigned b, int bits) {
  unsigned result = 0;
  for (int shift = 0; shift < 32; shift += bits) {
    const int value = operate(k, element(a, shift, bits, true), element(b, shift, bits, true),
                              element(a, shift, bits, false), element(b, shift, bits, false), bits);
    result |= (static_cast<unsigned>(value) & ((1u << bits) - 1)) << shift;
  }
  return result;
}

}  // namespace

__global__ void simd_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const unsigned a = in[i], b = in[(i * 3 + 1) % n];
  const unsigned four[kOperations] = {
      __vadd4(a, b),    __vsub4(a, b),   __vaddss4(a, b),    __vaddus4(a, b), __vsubss4(a, b),
      __vsubus4(a, b),  __vavgu4(a, b),  __vhaddu4(a, b),    __vmaxs4(a, b),  __vmaxu4(a, b),
      __vmins4(a, b),   __vminu4(a, b),  __vabsdiffu4(a, b), __vcmpeq4(a, b), __vcmpgts4(a, b),
      __vcmpleu4(a, b), __vsetne4(a, b), __vneg4(a),         __vabsss4(a),    __vabsdiffs4(a, b)};
  const unsigned two[kOperations] = {
      __vadd2(a, b),    __vsub2(a, b),   __vaddss2(a, b),    __vaddus2(a, b), __vsubss2(a, b),
      __vsubus2(a, b),  __vavgu2(a, b),  __vhaddu2(a, b),    __vmaxs2(a, b),  __vmaxu2(a, b),
      __vmins2(a, b),   __vminu2(a, b),  __vabsdiffu2(a, b), __vcmpeq2(a, b), __vcmpgts2(a, b),
      __vcmpleu2(a, b), __vsetne2(a, b), __vneg2(a),         __vabsss2(a),    __vabsdiffs2(a, b)};
  for (int k = 0; k < kOperations; ++k) {
    out[k * n + i] = four[k];
    out[(kOperations + k) * n + i] = two[k];
  }
}

__global__ void sum_kernel(unsigned* out) {
  out[0] = __vsadu4(0x01ff8005u, 0x02007f00u);
  out[1] = __vsads2(0x80007fffu, 0x7fff8000u);
  out[2] = __vavgs4(0x00fd0503u, 0x0000fcffu);
}

int main() {
  std::vector<unsigned> values{0,          0xffffffff, 0x80808080, 0x7f7f7f7f,
                               0x80007fff, 0x7fff8000, 0x01020304, 0xff00ff01};
  unsigned x = 4711;
  while (values.size() < 128) values.push_back(x = x * 1664525u + 1013904223u);
  const int n = static_cast<int>(values.size());
  DeviceArray<unsigned> in(values), out(2 * kOperations * n);
  simd_kernel<<<1, n>>>(in.get(), out.get(), n);
  const std::vector<unsigned> all = out.host();
  for (int bits : {8, 16}) {
    for (int k = 0; k < kOperations; ++k) {
      const int row = (bits == 8 ? 0 : kOperations) + k;
      std::vector<unsigned> got(all.begin() + row * n, all.begin() + (row + 1) * n), expected;
      for (int i = 0; i < n; ++i)
        expected.push_back(reference(k, values[i], values[(i * 3 + 1) % n], bits));
      expect("operation " + std::to_string(k) + " on " + std::to_string(bits) + " bits", got,
             expected);
    }
  }
  DeviceArray<unsigned> sums(3);
  sum_kernel<<<1, 1>>>(sums.get());
  // 1+255+1+5; 65535 twice; averages of (0,0) (-3,0) (5,-4) (3,-1), halves away from zero
  expect<unsigned>("sums and signed averages", sums.host(), {262, 131070, 0x00fe0101u});
  return semantics::verdict();
}
