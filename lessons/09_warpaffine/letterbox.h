// The matrix of a letterbox, and its inverse.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

struct Size {
  int width, height;
};

struct Point {
  float x, y;
};

// (x, y) becomes (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]).
struct Affine {
  float m[6];
};

__host__ __device__ inline Point apply(const Affine& a, float x,
                                       float y) {
  return {a.m[0] * x + a.m[1] * y + a.m[2],
          a.m[3] * x + a.m[4] * y + a.m[5]};
}

// From pixels of a picture to pixels of a network's input: as large as
// fits, in the middle. Pixel x reaches from x - 0.5 to x + 0.5.
inline Affine letterbox(Size from, Size to) {
  const double scale = std::min(double(to.width) / from.width,
                                double(to.height) / from.height);
  const double margin_x = (to.width - scale * from.width) / 2;
  const double margin_y = (to.height - scale * from.height) / 2;
  const double half_pixel = 0.5 * scale - 0.5;
  return {{float(scale), 0, float(margin_x + half_pixel),  //
           0, float(scale), float(margin_y + half_pixel)}};
}

// The way back. a must not flatten the plane: its determinant is not 0.
inline Affine inverse(const Affine& a) {
  const double determinant =
      double(a.m[0]) * a.m[4] - double(a.m[1]) * a.m[3];
  const double xx = a.m[4] / determinant, xy = -a.m[1] / determinant;
  const double yx = -a.m[3] / determinant, yy = a.m[0] / determinant;
  return {{float(xx), float(xy), float(-xx * a.m[2] - xy * a.m[5]),
           float(yx), float(yy), float(-yx * a.m[2] - yy * a.m[5])}};
}
