// Judges exercise 9.3: batches of wide, tall and tiny pictures, and
// what the loads and stores cost.
#include <algorithm>
#include <cmath>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/profile.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void preprocess(const uint8_t* d_in, int batch, int width, int height,
                float* d_out, int side);

// A quarter of a level: positions in float32 are off by less than 5e-4
// pixels, and a pixel changes by at most 255.
constexpr double kTol = 0.25 / 255;

struct Shape {
  int batch, width, height, side;
};

double level(const uint8_t* picture, const Shape& s, int col, int row,
             int channel) {
  const bool inside =
      col >= 0 && col < s.width && row >= 0 && row < s.height;
  return inside ? picture[(row * s.width + col) * 3 + channel] : 114;
}

double sample(const uint8_t* picture, const Shape& s, double x,
              double y, int channel) {
  const int col = int(std::floor(x)), row = int(std::floor(y));
  const double wx = x - col, wy = y - row;
  return (1 - wy) * ((1 - wx) * level(picture, s, col, row, channel) +
                     wx * level(picture, s, col + 1, row, channel)) +
         wy * ((1 - wx) * level(picture, s, col, row + 1, channel) +
               wx * level(picture, s, col + 1, row + 1, channel));
}

std::vector<double> reference(const std::vector<uint8_t>& in,
                              const Shape& s) {
  const double scale =
      std::min(double(s.side) / s.width, double(s.side) / s.height);
  const double middle = (s.side - 1) / 2.0;
  std::vector<double> out;
  for (int picture = 0; picture < s.batch; ++picture) {
    const uint8_t* pixels =
        in.data() + size_t(picture) * s.height * s.width * 3;
    for (const int channel : {2, 1, 0}) {
      for (int i = 0; i < s.side * s.side; ++i) {
        const double x =
            (i % s.side - middle) / scale + (s.width - 1) / 2.0;
        const double y =
            (i / s.side - middle) / scale + (s.height - 1) / 2.0;
        out.push_back(sample(pixels, s, x, y, channel) / 255);
      }
    }
  }
  return out;
}

void judge_shape(gpu::Random& random, const Shape& s) {
  lesson::begin_case(lesson::format("%d of %d x %d to %d x %d", s.batch,
                                    s.width, s.height, s.side, s.side));
  std::vector<uint8_t> in(size_t(s.batch) * s.height * s.width * 3);
  for (uint8_t& byte : in) byte = uint8_t(random.integer(0, 255));
  gpu::GuardedBuffer<uint8_t> d_in(in);
  gpu::GuardedBuffer<float> d_out(size_t(s.batch) * 3 * s.side *
                                  s.side);
  preprocess(d_in.data(), s.batch, s.width, s.height, d_out.data(),
             s.side);
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same(
      "out", lesson::compare_near(reference(in, s), d_out.download(), 0,
                                  kTol));
  lesson::require("writes stay inside out", d_out.damage().empty(),
                  "nothing outside is written", d_out.damage());
}

// By rows it takes 6,720 sectors, 1,536 of them for the stores; by
// columns 39,936.
void judge_cost() {
  const Shape s = {1, 128, 72, 64};
  const uint64_t most = 10000;
  lesson::begin_case("128 x 72 to 64 x 64, cost");
  gpu::GuardedBuffer<uint8_t> d_in(
      std::vector<uint8_t>(s.height * s.width * 3, 1));
  gpu::GuardedBuffer<float> d_out(3 * s.side * s.side);
  gpu::ProfileScope scope;
  preprocess(d_in.data(), s.batch, s.width, s.height, d_out.data(),
             s.side);
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) return;
  lesson::require("sectors of global memory", counts.sectors <= most,
                  "at most " + std::to_string(most) +
                      ", as neighbours load and store side by side",
                  std::to_string(counts.sectors));
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  const Shape shapes[] = {
      {1, 64, 36, 32},  {1, 36, 64, 32}, {1, 1, 1, 31},
      {1, 20, 20, 20},  {2, 48, 27, 16}, {3, 33, 77, 33},
      {2, 125, 83, 40}, {5, 20, 13, 64}, {0, 20, 20, 32}};
  for (const Shape& s : shapes) judge_shape(random, s);
  judge_cost();
}

int main() { return lesson::run_judge("preprocess", judge); }
