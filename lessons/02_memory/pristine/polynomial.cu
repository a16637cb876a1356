// Exercise 2.3, polynomial: a polynomial whose coefficients lie in
// constant memory.
//
// h_coefficients is a host array of degree + 1 floats, that of x^0
// first; 0 <= degree <= kMaxDegree. d_x and d_y are (n), any n >= 0.
// d_y[i] becomes the polynomial's value at d_x[i]. Calls one after the
// other may have different coefficients.
#include "cuda/check.h"

constexpr int kMaxDegree = 15;
__constant__ float coefficients[kMaxDegree + 1];

// TODO(polynomial): the kernel; every thread reads the coefficients.
// END(polynomial)

void polynomial(const float* h_coefficients, int degree,
                const float* d_x, float* d_y, int n) {
  // TODO(polynomial): fill the constants, and launch.
  (void)h_coefficients, (void)degree, (void)d_x, (void)d_y, (void)n;
  // END(polynomial)
}
