// Arithmetic rounded towards zero, up or down: the processor's rounding mode is set around one
// operation. Operands and result are volatile, so that the operation stays between the two calls.
#include <cfenv>
#include <cmath>

#include "warpup/device/rounded.h"

namespace {

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_;
};

template <class T>
T sum(int mode, volatile T a, volatile T b) {
  const RoundingMode rounding(mode);
  volatile T result = a + b;
  return result;
}
template <class T>
T product(int mode, volatile T a, volatile T b) {
  const RoundingMode rounding(mode);
  volatile T result = a * b;
  return result;
}
template <class T>
T quotient(int mode, volatile T a, volatile T b) {
  const RoundingMode rounding(mode);
  volatile T result = a / b;
  return result;
}
template <class T>
T root(int mode, volatile T a) {
  const RoundingMode rounding(mode);
  volatile T result = std::sqrt(T{a});
  return result;
}
template <class T>
T fused(int mode, volatile T a, volatile T b, volatile T c) {
  const RoundingMode rounding(mode);
  volatile T result = std::fma(T{a}, T{b}, T{c});
  return result;
}

}  // namespace

#define WARPUP_DEFINE(NAME, T, PARAMETERS, FUNCTION, ...)                             \
  T NAME##_rz PARAMETERS noexcept { return FUNCTION<T>(FE_TOWARDZERO, __VA_ARGS__); } \
  T NAME##_ru PARAMETERS noexcept { return FUNCTION<T>(FE_UPWARD, __VA_ARGS__); }     \
  T NAME##_rd PARAMETERS noexcept { return FUNCTION<T>(FE_DOWNWARD, __VA_ARGS__); }

WARPUP_DEFINE(__fadd, float, (float a, float b), sum, a, b)
WARPUP_DEFINE(__fsub, float, (float a, float b), sum, a, -b)
WARPUP_DEFINE(__fmul, float, (float a, float b), product, a, b)
WARPUP_DEFINE(__fdiv, float, (float a, float b), quotient, a, b)
WARPUP_DEFINE(__frcp, float, (float a), quotient, 1.0f, a)
WARPUP_DEFINE(__fsqrt, float, (float a), root, a)
WARPUP_DEFINE(__fmaf, float, (float a, float b, float c), fused, a, b, c)
WARPUP_DEFINE(__fmaf_ieee, float, (float a, float b, float c), fused, a, b, c)
WARPUP_DEFINE(__dadd, double, (double a, double b), sum, a, b)
WARPUP_DEFINE(__dsub, double, (double a, double b), sum, a, -b)
WARPUP_DEFINE(__dmul, double, (double a, double b), product, a, b)
WARPUP_DEFINE(__ddiv, double, (double a, double b), quotient, a, b)
WARPUP_DEFINE(__drcp, double, (double a), quotient, 1.0, a)
WARPUP_DEFINE(__dsqrt, double, (double a), root, a)
WARPUP_DEFINE(__fma, double, (double a, double b, double c), fused, a, b, c)
