// Exercise 13.1, squared_distance: one pass over two ranges.
//
// a and b are (n), n >= 0, and lie on the device; nothing on the device
// may be changed, and no third range is needed. Returns the sum of
// (a[i] - b[i])^2, or 0 where n is 0.
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>

struct SquaredDifference {
  __host__ __device__ float operator()(float a, float b) const {
    // TODO(squared_distance): what one pair of elements adds.
    return 0;
    // END(squared_distance)
  }
};

float squared_distance(const float* d_a, const float* d_b, int n) {
  // TODO(squared_distance): one call of an algorithm.
  return 0;
  // END(squared_distance)
}
