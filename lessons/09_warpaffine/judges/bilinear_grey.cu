// Judges exercise 9.2: sizes whose result is exact, where every level
// must be right, then sizes that round, within one level.
#include <algorithm>
#include <cmath>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void bilinear_grey(const uint8_t* d_in, int width, int height,
                   int pitch, uint8_t* d_out, int out_width,
                   int out_height);

struct Shape {
  int width, height, pitch, out_width, out_height;
};

double level(const std::vector<uint8_t>& in, const Shape& s, int col,
             int row) {
  const bool inside =
      col >= 0 && col < s.width && row >= 0 && row < s.height;
  return inside ? in[row * s.pitch + col] : 114;
}

double sample(const std::vector<uint8_t>& in, const Shape& s, double x,
              double y) {
  const int col = int(std::floor(x)), row = int(std::floor(y));
  const double wx = x - col, wy = y - row;
  return (1 - wy) * ((1 - wx) * level(in, s, col, row) +
                     wx * level(in, s, col + 1, row)) +
         wy * ((1 - wx) * level(in, s, col, row + 1) +
               wx * level(in, s, col + 1, row + 1));
}

std::vector<uint8_t> reference(const std::vector<uint8_t>& in,
                               const Shape& s) {
  std::vector<uint8_t> out;
  for (int row = 0; row < s.out_height; ++row) {
    const double y = (row + 0.5) * s.height / s.out_height - 0.5;
    for (int col = 0; col < s.out_width; ++col) {
      const double x = (col + 0.5) * s.width / s.out_width - 0.5;
      out.push_back(uint8_t(std::floor(sample(in, s, x, y) + 0.5)));
    }
  }
  return out;
}

// levels: how far a level may be off.
void judge_shape(gpu::Random& random, const Shape& s, int levels) {
  lesson::begin_case(lesson::format("%d x %d, pitch %d, to %d x %d",
                                    s.width, s.height, s.pitch,
                                    s.out_width, s.out_height));
  // behind the last row's pixels the buffer ends
  std::vector<uint8_t> in(s.pitch * (s.height - 1) + s.width);
  for (uint8_t& byte : in) byte = uint8_t(random.integer(0, 255));
  gpu::GuardedBuffer<uint8_t> d_in(in),
      d_out(size_t(s.out_width) * s.out_height);
  bilinear_grey(d_in.data(), s.width, s.height, s.pitch, d_out.data(),
                s.out_width, s.out_height);
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same(
      "out", lesson::compare_near(reference(in, s), d_out.download(), 0,
                                  levels));
  lesson::require("writes stay inside out", d_out.damage().empty(),
                  "nothing outside is written", d_out.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  // halves, quarters, the same size: exact in float32
  const Shape exact[] = {{1, 1, 1, 1, 1},       {2, 2, 2, 4, 4},
                         {2, 2, 5, 0, 4},       {2, 2, 5, 4, 0},
                         {33, 31, 64, 33, 31},  {64, 36, 64, 32, 18},
                         {31, 17, 40, 62, 34},  {66, 10, 100, 33, 40},
                         {32, 64, 512, 128, 16}};
  for (const Shape& s : exact) judge_shape(random, s, 0);
  const Shape rounded[] = {{1, 1, 4, 37, 5},
                           {48, 27, 48, 16, 9},
                           {50, 33, 64, 64, 97},
                           {97, 41, 128, 31, 33},
                           {130, 7, 131, 65, 50}};
  for (const Shape& s : rounded) judge_shape(random, s, 1);
}

int main() { return lesson::run_judge("bilinear_grey", judge); }
