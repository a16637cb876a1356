// Exercise 5.1, vector_add: sums = a + b, one thread an element.
//
// a, b and sums are (n), any n >= 0.
#include "cuda/check.h"

constexpr int kThreads = 256;

__global__ void vector_add_kernel(const float* a, const float* b,
                                  float* sums, int n) {
  // TODO(vector_add): which element is this thread's, and is there one?
  // END(vector_add)
}

void vector_add(const float* d_a, const float* d_b, float* d_sums,
                int n) {
  if (n == 0) return;  // a grid without blocks is an error
  // TODO(vector_add): how many blocks does it take?
  const int blocks = 1;
  // END(vector_add)
  vector_add_kernel<<<blocks, kThreads>>>(d_a, d_b, d_sums, n);
  CUDA_CHECK(cudaGetLastError());
}
