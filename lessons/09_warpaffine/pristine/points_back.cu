// Exercise 9.1, points_back: points that a network found in its square
// input, back in the picture that was letterboxed into it.
//
// The picture is (height, width), the input (side, side); the picture
// was scaled by the smaller factor, centred, edges to edges. points and
// out are (n, 2), x before y, n >= 0, in pixels: pixel 0 reaches from
// -0.5 to 0.5. A point outside of the picture becomes the nearest of
// its pixels.
#include <cmath>

#include "cuda/check.h"

constexpr int kThreads = 256;

// x becomes scale * x + offset_x, y becomes scale * y + offset_y.
struct WayBack {
  float scale, offset_x, offset_y;
};

WayBack way_back(int width, int height, int side) {
  WayBack back = {1, 0, 0};
  // TODO(points_back): from the input's pixels to the picture's.
  // END(points_back)
  return back;
}

__global__ void points_back_kernel(const float* points, float* out,
                                   int n, WayBack back, int width,
                                   int height) {
  // TODO(points_back): move this thread's point, and keep it in the
  // picture.
  // END(points_back)
}

void points_back(const float* d_points, float* d_out, int n, int width,
                 int height, int side) {
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kThreads - 1) / kThreads;
  points_back_kernel<<<blocks, kThreads>>>(
      d_points, d_out, n, way_back(width, height, side), width, height);
  CUDA_CHECK(cudaGetLastError());
}
