// Mathematical functions: within the error bounds of CUDA's programming guide (in units of the last
// place) of the host's functions in double or long double precision; exact at the edges.
#include <algorithm>

#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

namespace {

const float kPi = 3.14159265f;

// How many floats (or doubles) lie between the result and the exact value.
template <class T, class Exact>
double units_off(T got, Exact exact) {
  const T nearest = static_cast<T>(exact);
  if (std::isnan(nearest) || std::isnan(got))
    return std::isnan(nearest) == std::isnan(got) ? 0 : 1e9;
  if (got == nearest) return 0;
  if (std::isinf(nearest) || std::isinf(got)) return 1e9;
  const T unit = std::nextafter(std::fabs(nearest), static_cast<T>(INFINITY)) - std::fabs(nearest);
  return static_cast<double>(std::fabs(static_cast<Exact>(got) - exact) / static_cast<Exact>(unit));
}

std::vector<float> points(float low, float high) {
  std::vector<float> values;
  for (int i = 0; i <= 200; ++i)
    values.push_back(low + (high - low) * static_cast<float>(i) / 200.0f);
  return values;
}

/// The mean of exp(x cos t) over a circle: the rule of equal steps is exact here.
double bessel_i0(double x) {
  double sum = 0;
  const int steps = 256;
  for (int k = 0; k < steps; ++k) sum += std::exp(x * std::cos(2 * M_PI * k / steps));
  return sum / steps;
}

}  // namespace

template <class Function, class T>
__global__ void apply_kernel(const T* in, T* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = Function::device(in[i]);
}

// Function has device(x), exact(x) in a wider type and the units that are allowed.
template <class Function, class T>
void test(const char* name, float low, float high, double units) {
  std::vector<T> values;
  for (float v : points(low, high)) values.push_back(static_cast<T>(v));
  const int n = static_cast<int>(values.size());
  DeviceArray<T> in(values), out(n);
  apply_kernel<Function, T><<<(n + 63) / 64, 64>>>(in.get(), out.get(), n);
  const std::vector<T> got = out.host();
  double worst = 0;
  for (int i = 0; i < n; ++i)
    worst = std::max(worst, units_off(got[i], Function::exact(values[i])));
  std::printf("%s: at most %.1f units off, %.0f allowed\n", name, worst, units);
  if (worst > units) ++semantics::failures();
}

// A struct for each function: kernels take types, and the function's name goes into both sides.
#define FLOAT_FUNCTION(NAME, DEVICE, EXACT)                    \
  struct NAME {                                                \
    __device__ static float device(float x) { return DEVICE; } \
    static double exact(double x) { return EXACT; }            \
  };
#define DOUBLE_FUNCTION(NAME, DEVICE, EXACT)                     \
  struct NAME {                                                  \
    __device__ static double device(double x) { return DEVICE; } \
    static long double exact(long double x) { return EXACT; }    \
  };

FLOAT_FUNCTION(Sine, sinf(x), sin(x))
FLOAT_FUNCTION(Cosine, cosf(x), cos(x))
FLOAT_FUNCTION(Tangent, tanf(x), tan(x))
FLOAT_FUNCTION(Exponential, expf(x), exp(x))
FLOAT_FUNCTION(Exponential2, exp2f(x), exp2(x))
FLOAT_FUNCTION(Exponential10, exp10f(x), pow(10.0, x))
FLOAT_FUNCTION(ExponentialMinus1, expm1f(x), expm1(x))
FLOAT_FUNCTION(Logarithm, logf(x), log(x))
FLOAT_FUNCTION(Logarithm2, log2f(x), log2(x))
FLOAT_FUNCTION(Logarithm10, log10f(x), log10(x))
FLOAT_FUNCTION(Logarithm1Plus, log1pf(x), log1p(x))
FLOAT_FUNCTION(Power, powf(x, 2.7f), pow(x, static_cast<double>(2.7f)))
FLOAT_FUNCTION(Root, sqrtf(x), sqrt(x))
FLOAT_FUNCTION(ReciprocalRoot, rsqrtf(x), 1 / sqrt(x))
FLOAT_FUNCTION(CubeRoot, cbrtf(x), cbrt(x))
FLOAT_FUNCTION(ReciprocalCubeRoot, rcbrtf(x), 1 / cbrt(x))
FLOAT_FUNCTION(HyperbolicTangent, tanhf(x), tanh(x))
FLOAT_FUNCTION(ArcTangent, atanf(x), atan(x))
FLOAT_FUNCTION(ArcSine, asinf(x), asin(x))
FLOAT_FUNCTION(Error, erff(x), erf(x))
FLOAT_FUNCTION(ComplementaryError, erfcf(x), erfc(x))
FLOAT_FUNCTION(ScaledError, erfcxf(x), exp(x* x) * erfc(x))
FLOAT_FUNCTION(InverseError, erff(erfinvf(x)), x)
FLOAT_FUNCTION(NormalDistribution, normcdff(x), 0.5 * erfc(-x / sqrt(2.0)))
FLOAT_FUNCTION(InverseNormal, normcdff(normcdfinvf(x)), x)
FLOAT_FUNCTION(SinePi, sinpif(x), sin(M_PI* x))
FLOAT_FUNCTION(Gamma, tgammaf(x), tgamma(x))
FLOAT_FUNCTION(Hypotenuse, hypotf(x, 3.0f), hypot(x, 3.0))
FLOAT_FUNCTION(Norm3, norm3df(x, 2.0f, 1.0f), sqrt(x* x + 5))
FLOAT_FUNCTION(ReciprocalNorm4, rnorm4df(x, 1.0f, 2.0f, 3.0f), 1 / sqrt(x * x + 14))
FLOAT_FUNCTION(Bessel, cyl_bessel_i0f(x), bessel_i0(x))
FLOAT_FUNCTION(FastExponential, __expf(x), exp(x))
FLOAT_FUNCTION(FastQuotient, __fdividef(1.0f, x), 1 / x)
DOUBLE_FUNCTION(DoubleSine, sin(x), sinl(x))
DOUBLE_FUNCTION(DoubleExponential, exp(x), expl(x))
DOUBLE_FUNCTION(DoubleLogarithm, log(x), logl(x))
DOUBLE_FUNCTION(DoublePower, pow(x, 1.7), powl(x, 1.7))
DOUBLE_FUNCTION(DoubleRoot, sqrt(x), sqrtl(x))
DOUBLE_FUNCTION(DoubleReciprocalRoot, rsqrt(x), 1 / sqrtl(x))
DOUBLE_FUNCTION(DoubleErrorFunction, erf(x), erfl(x))

void test_floats() {
  test<Sine, float>("sinf", -kPi, kPi, 2);
  test<Cosine, float>("cosf", -kPi, kPi, 2);
  test<Tangent, float>("tanf", -1.5f, 1.5f, 4);
  test<Exponential, float>("expf", -80.0f, 88.0f, 2);
  test<Exponential2, float>("exp2f", -120.0f, 120.0f, 2);
  test<Exponential10, float>("exp10f", -30.0f, 38.0f, 2);
  test<ExponentialMinus1, float>("expm1f", -5.0f, 5.0f, 2);
  test<Logarithm, float>("logf", 0.01f, 1000.0f, 1);
  test<Logarithm2, float>("log2f", 0.01f, 1000.0f, 1);
  test<Logarithm10, float>("log10f", 0.01f, 1000.0f, 2);
  test<Logarithm1Plus, float>("log1pf", -0.9f, 10.0f, 2);
  test<Power, float>("powf", 0.0f, 50.0f, 4);
  test<Root, float>("sqrtf", 0.0f, 1e6f, 0.5);
  test<ReciprocalRoot, float>("rsqrtf", 0.001f, 1e6f, 2);
  test<CubeRoot, float>("cbrtf", -100.0f, 100.0f, 1);
  test<ReciprocalCubeRoot, float>("rcbrtf", 0.1f, 100.0f, 1);
  test<HyperbolicTangent, float>("tanhf", -9.0f, 9.0f, 2);
  test<ArcTangent, float>("atanf", -20.0f, 20.0f, 2);
  test<ArcSine, float>("asinf", -1.0f, 1.0f, 2);
  test<Error, float>("erff", -3.0f, 3.0f, 2);
  test<ComplementaryError, float>("erfcf", -3.0f, 8.0f, 4);
  test<ScaledError, float>("erfcxf", -3.0f, 8.0f, 4);
  test<InverseError, float>("erfinvf", -0.99f, 0.99f, 6);
  test<NormalDistribution, float>("normcdff", -5.0f, 5.0f, 5);
  test<InverseNormal, float>("normcdfinvf", 0.01f, 0.99f, 24);
  test<SinePi, float>("sinpif", -0.45f, 0.45f, 2);
  test<Gamma, float>("tgammaf", 0.5f, 30.0f, 5);
  test<Hypotenuse, float>("hypotf", -100.0f, 100.0f, 3);
  test<Norm3, float>("norm3df", -100.0f, 100.0f, 3);
  test<ReciprocalNorm4, float>("rnorm4df", -100.0f, 100.0f, 3);
  test<Bessel, float>("cyl_bessel_i0f", 0.0f, 20.0f, 6);
  test<FastExponential, float>("__expf", -2.0f, 2.0f, 5);
  test<FastQuotient, float>("__fdividef", 0.5f, 1000.0f, 2);
}

void test_doubles() {
  test<DoubleSine, double>("sin", -kPi, kPi, 2);
  test<DoubleExponential, double>("exp", -700.0f, 700.0f, 1);
  test<DoubleLogarithm, double>("log", 0.01f, 1000.0f, 1);
  test<DoublePower, double>("pow", 0.01f, 50.0f, 2);
  test<DoubleRoot, double>("sqrt", 0.0f, 1e6f, 0.5);
  test<DoubleReciprocalRoot, double>("rsqrt", 0.001f, 1e6f, 1);
  test<DoubleErrorFunction, double>("erf", -3.0f, 3.0f, 2);
}

// Unqualified names, mixed types, edges.
__global__ void edges_kernel(float* f, int* i, double* d) {
  const float inf = INFINITY, nothing = NAN;
  f[0] = fmaxf(nothing, 2.0f);
  f[1] = fminf(-0.5f, nothing);
  f[2] = max(1.5f, -1.0f);
  f[3] = sinpif(7.0f) + cospif(3.0f);
  f[4] = rsqrtf(inf);
  f[5] = copysignf(3.0f, -0.0f);
  f[6] = truncf(-2.7f) + rintf(2.5f) + roundf(2.5f) + ceilf(0.1f) + floorf(-0.1f);
  f[7] = fmodf(-7.5f, 2.0f);
  f[8] = abs(-1.25f);
  sincosf(0.0f, &f[9], &f[10]);
  sincospif(0.5f, &f[11], &f[12]);
  f[13] = fmaf(2.0f, 3.0f, 4.0f);
  f[14] = fdividef(9.0f, 3.0f);
  i[0] = isnan(nothing) && !isnan(1.0f) && isnan(static_cast<double>(nothing));
  i[1] = isinf(inf) && isinf(-1.0 / 0.0) && !isinf(1.0f);
  i[2] = isfinite(1.0f) && !isfinite(inf);
  i[3] = signbit(-0.0f) != 0;
  i[4] = min(3, -4) + max(2u, 1u) + abs(-5);
  i[5] = static_cast<int>(min(5ll, 7ll) + max(-1l, 1l));
  i[6] = max(-1, 1u) == 0xffffffffu;  // the int becomes unsigned
  i[7] = lrintf(2.5f) + lroundf(2.5f) + ilogbf(8.0f);
  d[0] = fmax(1.0, 2.0) + min(0.5, 2.0f);
  d[1] = cospi(0.5) + sinpi(0.5);
  d[2] = norm4d(1.0, 1.0, 1.0, 1.0) + hypot(3.0, 4.0) + rhypot(0.6, 0.8);
  const double v[3] = {2.0, 3.0, 6.0};
  d[3] = norm(3, v);
}

void test_edges() {
  DeviceArray<float> f(15);
  DeviceArray<int> i(8);
  DeviceArray<double> d(4);
  edges_kernel<<<1, 1>>>(f.get(), i.get(), d.get());
  expect<float>("edges of floats", f.host(),
                {2, -0.5f, 1.5f, -1, 0, -3, 3, -1.5f, 1.25f, 0, 1, 1, 0, 10, 3});
  expect<int>("edges of integers", i.host(), {1, 1, 1, 1, 3, 6, 1, 8});
  expect<double>("edges of doubles", d.host(), {2.5, 1, 8, 7});
}

int main() {
  test_floats();
  test_doubles();
  test_edges();
  return semantics::verdict();
}
