// expect: wrong-result: degree coefficients, where degree + 1 are
// needed.

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
__global__ void polynomial_kernel(int degree, const float* x, float* y,
                                  int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;  // the last block may be partial
  float value = 0;
  for (int k = degree; k >= 0; --k) {
    value = value * x[i] + coefficients[k];
  }
  y[i] = value;
}
// END(polynomial)

void polynomial(const float* h_coefficients, int degree,
                const float* d_x, float* d_y, int n) {
  // TODO(polynomial): fill the constants, and launch.
  if (n == 0) return;  // a grid without blocks is an error
  CUDA_CHECK(cudaMemcpyToSymbol(coefficients, h_coefficients,
                                degree * sizeof(float)));
  const int threads = 256, blocks = (n + threads - 1) / threads;
  polynomial_kernel<<<blocks, threads>>>(degree, d_x, d_y, n);
  CUDA_CHECK(cudaGetLastError());
  // END(polynomial)
}
