// The kernels of lesson 09.
#pragma once

#include "picture.h"

// ---- sampling ----

struct Colour {
  float c[kChannels];
};

// The pixel (col, row), or the border's grey where there is none.
__device__ inline Colour pixel(const View& in, int col, int row) {
  if (col < 0 || col >= in.size.width || row < 0 ||
      row >= in.size.height) {
    return {{kBorder, kBorder, kBorder}};
  }
  const uint8_t* p = in.pixels + row * in.pitch + col * kChannels;
  return {{float(p[0]), float(p[1]), float(p[2])}};
}

// (1 - t) a + t b.
__device__ inline Colour mix(const Colour& a, const Colour& b,
                             float t) {
  Colour mixed;
  for (int k = 0; k < kChannels; ++k) {
    mixed.c[k] = (1 - t) * a.c[k] + t * b.c[k];
  }
  return mixed;
}

// The colour at a position between pixels.
__device__ inline Colour bilinear(const View& in, Point at) {
  const int col = int(floorf(at.x)), row = int(floorf(at.y));
  const float right = at.x - col, down = at.y - row;  // 0 to 1
  const Colour above =
      mix(pixel(in, col, row), pixel(in, col + 1, row), right);
  const Colour below =
      mix(pixel(in, col, row + 1), pixel(in, col + 1, row + 1), right);
  return mix(above, below, down);
}

// ---- bytes to bytes. out is (height, width, channels), dense ----

__global__ void warp_kernel(View in, Affine to_source, uint8_t* out,
                            Size size) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= size.width || row >= size.height) return;
  const Colour colour = bilinear(in, apply(to_source, col, row));
  uint8_t* p = out + (row * size.width + col) * kChannels;
  for (int k = 0; k < kChannels; ++k) {
    p[k] = uint8_t(colour.c[k] + 0.5f);  // to the nearest level
  }
}

// ---- bytes to what a network wants: planes of floats ----

// value * scale + shift, by channel of the output: red, green, blue.
struct Normalise {
  float scale[kChannels], shift[kChannels];
};

// in is (height, width, channels), blue first; out is
// (channels, height, width), red first.
__global__ void convert_kernel(const uint8_t* in, float* out, Size size,
                               Normalise n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= size.width || row >= size.height) return;
  const int plane = size.width * size.height;
  const int at = row * size.width + col;
  for (int k = 0; k < kChannels; ++k) {
    const float level = in[at * kChannels + 2 - k];
    out[k * plane + at] = level * n.scale[k] + n.shift[k];
  }
}

// The same from the picture itself: nothing in between is stored.
__device__ inline void store_planes(const Colour& bgr, float* out,
                                    Size size, int col, int row,
                                    const Normalise& n) {
  const int plane = size.width * size.height;
  const int at = row * size.width + col;
  for (int k = 0; k < kChannels; ++k) {
    out[k * plane + at] = bgr.c[2 - k] * n.scale[k] + n.shift[k];
  }
}

__global__ void fused_kernel(View in, Affine to_source, float* out,
                             Size size, Normalise n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= size.width || row >= size.height) return;
  const Colour bgr = bilinear(in, apply(to_source, col, row));
  store_planes(bgr, out, size, col, row, n);
}

// ---- many pictures ----

struct Job {
  View in;
  Affine to_source;
};

// jobs is (gridDim.z), out is (gridDim.z, channels, height, width).
__global__ void batch_kernel(const Job* jobs, float* out, Size size,
                             Normalise n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= size.width || row >= size.height) return;
  const Job& job = jobs[blockIdx.z];
  const size_t one = size_t(kChannels) * size.width * size.height;
  const Colour bgr = bilinear(job.in, apply(job.to_source, col, row));
  store_planes(bgr, out + blockIdx.z * one, size, col, row, n);
}

// ---- what goes wrong ----

// Faulty: a thread a source pixel. Where the picture shrinks, several
// threads store to one place; where it grows, places stay empty.
__global__ void forward_kernel(View in, Affine to_target, uint8_t* out,
                               Size size) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= in.size.width || row >= in.size.height) return;
  const Point to = apply(to_target, col, row);
  const int to_col = int(rintf(to.x)), to_row = int(rintf(to.y));
  if (to_col < 0 || to_col >= size.width || to_row < 0 ||
      to_row >= size.height) {
    return;
  }
  const uint8_t* p = in.pixels + row * in.pitch + col * kChannels;
  const int at = (to_row * size.width + to_col) * kChannels;
  for (int k = 0; k < kChannels; ++k) out[at + k] = p[k];
}

// Faulty: the last row has no row below it. Both are (height, width);
// out is in, half a pixel further up.
__global__ void mix_rows_unguarded_kernel(const uint8_t* in,
                                          uint8_t* out, Size size) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= size.width || row >= size.height) return;
  const float above = in[row * size.width + col];
  const float below = in[(row + 1) * size.width + col];
  out[row * size.width + col] =
      uint8_t(0.5f * above + 0.5f * below + 0.5f);
}

// floors and casts are (n): positions[i] as a whole number, two ways.
__global__ void whole_numbers_kernel(const float* positions,
                                     int* floors, int* casts, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  floors[i] = int(floorf(positions[i]));
  casts[i] = int(positions[i]);
}
