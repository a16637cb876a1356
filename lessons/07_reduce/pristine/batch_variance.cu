// Exercise 7.3, batch_variance: mean and variance of each row, one
// block a row.
//
// in is (rows, cols), row-major, rows >= 0 and cols >= 1; means and
// variances are (rows). The variance is the mean of (x - mean)^2. It
// must hold for rows whose numbers are large and close together, too.
#include "cuda/check.h"

// TODO(batch_variance): write the kernel. One block a row; any number
// of columns.
// END(batch_variance)

void batch_variance(const float* d_in, int rows, int cols,
                    float* d_means, float* d_variances) {
  // TODO(batch_variance): launch it, and check the launch. rows may be
  // 0.
  // END(batch_variance)
}
