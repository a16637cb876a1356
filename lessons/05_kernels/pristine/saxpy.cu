// Exercise 5.4, saxpy: y = a * x + y with at most max_blocks blocks.
//
// x and y are (n), any n >= 0; max_blocks >= 1. n can be far larger
// than max_blocks blocks have threads.
#include "cuda/check.h"

// TODO(saxpy): write the kernel, saxpy_kernel.
// END(saxpy)

void saxpy(const float* d_x, float* d_y, int n, float a,
           int max_blocks) {
  // TODO(saxpy): launch it, and check the launch.
  // END(saxpy)
}
