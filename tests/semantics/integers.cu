// Integer intrinsics over edge values and a pseudo-random table, against plain C++ on the host.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

using Wide = unsigned long long;

namespace {

// Edges first, then a linear congruential sequence.
std::vector<unsigned> table() {
  std::vector<unsigned> values{0,          1,          2,          3,
                               31,         32,         33,         0x7fffffff,
                               0x80000000, 0xffffffff, 0xff00ff00, 0x12345678,
                               0x00ffffff, 0x01000000, 0x55555555, 0xaaaaaaaa};
  unsigned x = 12345;
  while (values.size() < 256) values.push_back(x = x * 1664525u + 1013904223u);
  return values;
}

Wide wide(unsigned a, unsigned b) { return (static_cast<Wide>(a) << 32) | b; }

}  // namespace

__global__ void one_kernel(const unsigned* in, unsigned* out, Wide* wide_out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const unsigned x = in[i];
  const Wide w = (static_cast<Wide>(x) << 32) | in[(i + 1) % n];
  unsigned* row = out + i * 7;
  row[0] = __popc(x);
  row[1] = __ffs(static_cast<int>(x));
  row[2] = __clz(static_cast<int>(x));
  row[3] = __brev(x);
  row[4] = __popcll(w);
  row[5] = __ffsll(static_cast<long long>(w));
  row[6] = __clzll(static_cast<long long>(w));
  wide_out[i] = __brevll(w);
}

void test_one(const std::vector<unsigned>& values) {
  const int n = static_cast<int>(values.size());
  DeviceArray<unsigned> in(values), out(n * 7);
  DeviceArray<Wide> reversed(n);
  one_kernel<<<1, n>>>(in.get(), out.get(), reversed.get(), n);
  std::vector<unsigned> expected;
  std::vector<Wide> expected_reversed;
  for (int i = 0; i < n; ++i) {
    const unsigned x = values[i];
    const Wide w = wide(x, values[(i + 1) % n]);
    unsigned ones = 0, first = 0, leading = 32, reverse = 0, wide_ones = 0, wide_first = 0,
             wide_leading = 64;
    Wide wide_reverse = 0;
    for (int bit = 0; bit < 32; ++bit) {
      if (!(x >> bit & 1)) continue;
      ++ones;
      if (first == 0) first = bit + 1;
      leading = 31 - bit;
      reverse |= 1u << (31 - bit);
    }
    for (int bit = 0; bit < 64; ++bit) {
      if (!(w >> bit & 1)) continue;
      ++wide_ones;
      if (wide_first == 0) wide_first = bit + 1;
      wide_leading = 63 - bit;
      wide_reverse |= Wide{1} << (63 - bit);
    }
    for (unsigned v : {ones, first, leading, reverse, wide_ones, wide_first, wide_leading})
      expected.push_back(v);
    expected_reversed.push_back(wide_reverse);
  }
  expect("bits", out.host(), expected);
  expect("brevll", reversed.host(), expected_reversed);
}

__global__ void two_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const unsigned x = in[i], y = in[(i * 3 + 5) % n], z = in[(i * 7 + 1) % n];
  unsigned* row = out + i * 16;
  row[0] = __byte_perm(x, y, z & 0x7777);
  row[1] = __funnelshift_l(x, y, z);
  row[2] = __funnelshift_r(x, y, z);
  row[3] = __funnelshift_lc(x, y, z % 40);
  row[4] = __funnelshift_rc(x, y, z % 40);
  row[5] = __mul24(static_cast<int>(x), static_cast<int>(y));
  row[6] = __umul24(x, y);
  row[7] = __mulhi(static_cast<int>(x), static_cast<int>(y));
  row[8] = __umulhi(x, y);
  row[9] = __sad(static_cast<int>(x), static_cast<int>(y), z);
  row[10] = __usad(x, y, z);
  row[11] = __hadd(static_cast<int>(x), static_cast<int>(y));
  row[12] = __rhadd(static_cast<int>(x), static_cast<int>(y));
  row[13] = __uhadd(x, y);
  row[14] = __urhadd(x, y);
  row[15] =
      static_cast<unsigned>(__mul64hi(static_cast<long long>((static_cast<Wide>(x) << 32) | y),
                                      static_cast<long long>((static_cast<Wide>(z) << 32) | x))) ^
      static_cast<unsigned>(
          __umul64hi((static_cast<Wide>(y) << 32) | z, (static_cast<Wide>(x) << 32) | z));
}

// High half of a 128-bit product from four 64-bit ones.
Wide high_product(Wide a, Wide b) {
  const Wide a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const Wide middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffffu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}
Wide signed_high_product(Wide a, Wide b) {
  return high_product(a, b) - (a >> 63 ? b : 0) - (b >> 63 ? a : 0);
}

std::vector<unsigned> two_reference(unsigned x, unsigned y, unsigned z) {
  const int sx = static_cast<int>(x), sy = static_cast<int>(y);
  const unsigned bytes[8] = {x & 255, x >> 8 & 255, x >> 16 & 255, x >> 24,
                             y & 255, y >> 8 & 255, y >> 16 & 255, y >> 24};
  unsigned permuted = 0;
  for (int i = 0; i < 4; ++i) permuted |= bytes[z >> (4 * i) & 7] << (8 * i);
  const Wide both = wide(y, x);
  const unsigned s = z & 31, c = z % 40 < 32 ? z % 40 : 32;
  const long long x24 = static_cast<int>(x << 8) >> 8, y24 = static_cast<int>(y << 8) >> 8;
  const long long difference = static_cast<long long>(sx) - sy;
  const long long sum = static_cast<long long>(sx) + sy;
  const Wide usum = static_cast<Wide>(x) + y;
  return {permuted,
          static_cast<unsigned>(both << s >> 32),
          static_cast<unsigned>(both >> s),
          static_cast<unsigned>(c == 32 ? both : both << c >> 32),
          static_cast<unsigned>(both >> c),
          static_cast<unsigned>(x24 * y24),
          (x & 0xffffff) * (y & 0xffffff),
          static_cast<unsigned>(static_cast<long long>(sx) * sy >> 32),
          static_cast<unsigned>(static_cast<Wide>(x) * y >> 32),
          z + static_cast<unsigned>(difference < 0 ? -difference : difference),
          z + (x > y ? x - y : y - x),
          static_cast<unsigned>(sum >> 1),
          static_cast<unsigned>((sum + 1) >> 1),
          static_cast<unsigned>(usum >> 1),
          static_cast<unsigned>((usum + 1) >> 1),
          static_cast<unsigned>(signed_high_product(wide(x, y), wide(z, x))) ^
              static_cast<unsigned>(high_product(wide(y, z), wide(x, z)))};
}

void test_two(const std::vector<unsigned>& values) {
  const int n = static_cast<int>(values.size());
  DeviceArray<unsigned> in(values), out(n * 16);
  two_kernel<<<1, n>>>(in.get(), out.get(), n);
  std::vector<unsigned> expected;
  for (int i = 0; i < n; ++i) {
    for (unsigned v : two_reference(values[i], values[(i * 3 + 5) % n], values[(i * 7 + 1) % n])) {
      expected.push_back(v);
    }
  }
  expect("two operands", out.host(), expected);
}

__global__ void dot_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const unsigned x = in[i], y = in[(i * 3 + 5) % n], z = in[(i * 7 + 1) % n];
  const int sx = static_cast<int>(x), sy = static_cast<int>(y), sz = static_cast<int>(z);
  out[i * 6] = static_cast<unsigned>(__dp4a(sx, sy, sz));
  out[i * 6 + 1] = __dp4a(x, y, z);
  out[i * 6 + 2] = static_cast<unsigned>(__dp2a_lo(sx, sy, sz));
  out[i * 6 + 3] = static_cast<unsigned>(__dp2a_hi(sx, sy, sz));
  out[i * 6 + 4] = __dp2a_lo(x, y, z);
  out[i * 6 + 5] = __dp2a_hi(x, y, z);
}

void test_dot(const std::vector<unsigned>& values) {
  const int n = static_cast<int>(values.size());
  DeviceArray<unsigned> in(values), out(n * 6);
  dot_kernel<<<1, n>>>(in.get(), out.get(), n);
  std::vector<unsigned> expected;
  for (int i = 0; i < n; ++i) {
    const unsigned x = values[i], y = values[(i * 3 + 5) % n], z = values[(i * 7 + 1) % n];
    long long s4 = 0, u4 = 0, lo = 0, hi = 0, ulo = 0, uhi = 0;
    for (int k = 0; k < 4; ++k) {
      s4 += static_cast<long long>(static_cast<signed char>(x >> (8 * k))) *
            static_cast<signed char>(y >> (8 * k));
      u4 += static_cast<long long>(x >> (8 * k) & 255) * (y >> (8 * k) & 255);
    }
    for (int k = 0; k < 2; ++k) {
      const long long s = static_cast<short>(x >> (16 * k)), u = x >> (16 * k) & 0xffff;
      lo += s * static_cast<signed char>(y >> (8 * k));
      hi += s * static_cast<signed char>(y >> (8 * k + 16));
      ulo += u * (y >> (8 * k) & 255);
      uhi += u * (y >> (8 * k + 16) & 255);
    }
    for (long long v : {s4, u4, lo, hi, ulo, uhi}) expected.push_back(static_cast<unsigned>(v + z));
  }
  expect("dot products", out.host(), expected);
}

int main() {
  const std::vector<unsigned> values = table();
  test_one(values);
  test_two(values);
  test_dot(values);
  return semantics::verdict();
}
