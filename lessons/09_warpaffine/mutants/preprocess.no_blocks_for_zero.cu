// expect: launch-config: a batch of 0 asks for a grid without blocks.

// Exercise 9.3, preprocess: a batch of pictures becomes the input of a
// network, in one launch.
//
// in is (batch, height, width, 3), bytes, blue first; batch >= 0, the
// others >= 1. out is (batch, 3, side, side), floats, red first, level
// / 255. Each picture is letterboxed: scaled by the smaller factor,
// centred, edges to edges, sampled bilinearly; pixels outside of it
// have the level 114 in all channels.
#include <cstdint>

#include "cuda/check.h"

// TODO(preprocess): write the kernel. Stores of a warp lie side by
// side.

constexpr int kBorder = 114;

struct Picture {
  const uint8_t* pixels;  // (height, width, 3)
  int width, height;
};

__device__ float level(const Picture& in, int col, int row, int k) {
  if (col < 0 || col >= in.width || row < 0 || row >= in.height) {
    return kBorder;
  }
  return in.pixels[(row * in.width + col) * 3 + k];
}

__device__ float sample(const Picture& in, float x, float y, int k) {
  const int col = int(floorf(x)), row = int(floorf(y));
  const float wx = x - col, wy = y - row;
  const float above = (1 - wx) * level(in, col, row, k) +
                      wx * level(in, col + 1, row, k);
  const float below = (1 - wx) * level(in, col, row + 1, k) +
                      wx * level(in, col + 1, row + 1, k);
  return (1 - wy) * above + wy * below;
}

__global__ void preprocess_kernel(const uint8_t* in, int width,
                                  int height, float* out, int side) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= side || row >= side) return;
  const size_t picture = blockIdx.z;
  const Picture source = {in + picture * height * width * 3, width,
                          height};
  float* planes = out + picture * 3 * side * side;
  const float scale = fminf(float(side) / width, float(side) / height);
  const float x = (col + 0.5f - 0.5f * side) / scale + 0.5f * width;
  const float y = (row + 0.5f - 0.5f * side) / scale + 0.5f * height;
  for (int k = 0; k < 3; ++k) {
    const float value = sample(source, x - 0.5f, y - 0.5f, 2 - k);
    planes[k * side * side + row * side + col] = value / 255;
  }
}
// END(preprocess)

void preprocess(const uint8_t* d_in, int batch, int width, int height,
                float* d_out, int side) {
  // TODO(preprocess): launch it, and check the launch. batch may be 0.
  const dim3 block(32, 8);
  const dim3 grid((side + 31) / 32, (side + 7) / 8, batch);
  preprocess_kernel<<<grid, block>>>(d_in, width, height, d_out, side);
  CUDA_CHECK(cudaGetLastError());
  // END(preprocess)
}
