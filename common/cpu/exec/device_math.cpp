// Mathematical functions that CUDA has and the C library lacks; see warpup/device/math_functions.h.
#include <algorithm>
#include <cmath>
#include <limits>

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// sin(pi x) with the quarter turn of x shifted by `quarters`: x is reduced exactly, to at most
/// 1/4.
double sine_of_turn(double x, int quarters) {
  if (!std::isfinite(x)) return kNan;
  const double reduced = std::remainder(x, 2.0);
  const int quarter = static_cast<int>(std::lrint(2.0 * reduced));
  const double angle = kPi * (reduced - 0.5 * quarter);
  switch ((quarter + quarters) & 3) {
    case 0:
      return std::sin(angle);
    case 1:
      return std::cos(angle);
    case 2:
      return -std::sin(angle);
    default:
      return -std::cos(angle);
  }
}

/// erfcx for x > 20, by its continued fraction (Abramowitz and Stegun 7.1.14).
double erfcx_large(double x) {
  double fraction = x;
  for (int k = 30; k > 0; --k) fraction = x + (0.5 * k) / fraction;
  return 1.0 / (std::sqrt(kPi) * fraction);
}

/// Euclidean norm by the largest element, so that squares neither overflow nor vanish.
template <class T>
double scaled_norm(int n, const T* v) {
  double largest = 0;
  for (int i = 0; i < n; ++i) {
    if (std::isinf(v[i])) return kInfinity;
    if (std::isnan(v[i])) largest = kNan;
    largest = largest < std::fabs(double{v[i]}) ? std::fabs(double{v[i]}) : largest;
  }
  if (!(largest > 0)) return largest;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += (v[i] / largest) * (v[i] / largest);
  return largest * std::sqrt(sum);
}

/// Halley's iteration for erfc(x) = p, 0 < p < 1, from a starting value for small or medium p.
double inverse_erfc_of_small(double p) {
  const double t = std::sqrt(-2.0 * std::log(0.5 * p));
  // Abramowitz and Stegun 26.2.22, within 0.003.
  double x = (t - (2.30753 + t * 0.27061) / (1.0 + t * (0.99229 + t * 0.04481))) / std::sqrt(2.0);
  for (int i = 0; i < 3; ++i) {
    const double error = std::erfc(x) - p;
    const double slope = -2.0 / std::sqrt(kPi) * std::exp(-x * x);
    x -= error / (slope + x * error);
  }
  return x;
}

}  // namespace

extern "C" {

double warpup_sinpi(double x) {
  if (x == std::floor(x))
    return std::copysign(0.0, x);  // whole turns and halves: a zero of x's sign
  return sine_of_turn(x, 0);
}

double warpup_cospi(double x) {
  const double value = sine_of_turn(x, 1);
  return value == 0 ? 0.0 : value;
}

double warpup_rsqrt(double x) {
  const double y = 1.0 / std::sqrt(x);
  if (!(y > 0 && y < kInfinity)) return y;
  // One step of Newton's method, with x * y to twice the precision, takes back both roundings.
  const double product = x * y;
  const double rest = std::fma(-product, y, 1.0) - std::fma(x, y, -product) * y;
  return y + 0.5 * y * rest;
}

double warpup_erfcx(double x) { return x > 20 ? erfcx_large(x) : std::exp(x * x) * std::erfc(x); }

double warpup_erfcinv(double p) {
  if (!(p >= 0 && p <= 2)) return kNan;
  if (p == 0) return kInfinity;
  if (p == 2) return -kInfinity;
  return p <= 1 ? inverse_erfc_of_small(p) : -inverse_erfc_of_small(2.0 - p);
}

double warpup_erfinv(double y) {
  if (!(y >= -1 && y <= 1)) return kNan;
  if (std::fabs(y) == 1) return y * kInfinity;
  if (std::fabs(y) > 0.5) return y > 0 ? warpup_erfcinv(1.0 - y) : -warpup_erfcinv(1.0 + y);
  double x = y * std::sqrt(kPi) / 2;
  for (int i = 0; i < 5; ++i) {
    const double error = std::erf(x) - y;
    const double slope = 2.0 / std::sqrt(kPi) * std::exp(-x * x);
    x -= error / (slope + x * error);
  }
  return x;
}

double warpup_cyl_bessel_i(int order, double x) {
  if (std::isinf(x)) return order % 2 != 0 ? x : kInfinity;
  double term = 1.0;
  for (int k = 1; k <= order; ++k) term *= x / (2.0 * k);
  double sum = term;
  for (int k = 1; term != 0 && std::fabs(term) > 1e-17 * std::fabs(sum); ++k) {
    term *= (x * x / 4.0) / (double(k) * (k + order));  // the power series: all terms of one sign
    sum += term;
    if (std::isinf(sum)) break;
  }
  return sum;
}

double warpup_norm(int n, const double* v) { return scaled_norm(n, v); }
double warpup_normf(int n, const float* v) { return scaled_norm(n, v); }
double warpup_norm4(double a, double b, double c, double d) {
  const double v[] = {a, b, c, d};
  return scaled_norm(4, v);
}
}
