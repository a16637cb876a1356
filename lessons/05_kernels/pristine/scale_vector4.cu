// Exercise 5.3, scale_vector4: values *= factor, 16 bytes a load and
// store.
//
// values is (n), any n >= 0, and aligned to 16 bytes. Whole groups of
// four go by float4; what is left over goes one by one.
#include "cuda/check.h"

constexpr int kThreads = 128;

__global__ void scale_vector4_kernel(float* values, int n,
                                     float factor) {
  // TODO(scale_vector4): scale this thread's float4, if there is one;
  // then the numbers that are left over at the end.
  // END(scale_vector4)
}

void scale_vector4(float* d_values, int n, float factor) {
  // TODO(scale_vector4): launch it for any n, 0 and 3 included.
  // END(scale_vector4)
}
