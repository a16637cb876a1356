// Pictures: the one that is drawn for this lesson, a CPU reference in
// float64, and pictures in device memory.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "cuda/check.h"
#include "lesson/image.h"
#include "letterbox.h"

constexpr int kChannels = 3;
constexpr int kBorder = 114;  // the grey that YOLOv5 pads with

// ---- a picture with edges, thin lines and slopes ----

inline void set_colour(lesson::Image& image, int row, int col, int red,
                       int green, int blue) {
  image.at(row, col, 0) = uint8_t(red);
  image.at(row, col, 1) = uint8_t(green);
  image.at(row, col, 2) = uint8_t(blue);
}

inline lesson::Image draw_picture(Size size) {
  lesson::Image image(size.width, size.height, kChannels);
  const int cell = std::max(1, size.height / 12);
  const float radius = 0.28f * size.height;
  for (int row = 0; row < size.height; ++row) {
    for (int col = 0; col < size.width; ++col) {
      const float x = col - 0.3f * size.width;
      const float y = row - 0.5f * size.height;
      const bool disc = x * x + y * y < radius * radius;
      const bool board = col > size.width * 3 / 5;
      const bool dark = (row / cell + col / cell) % 2 == 0;
      const int slope = 255 * col / size.width;
      if (disc) {
        set_colour(image, row, col, 230, 120, 20);
      } else if (board) {
        set_colour(image, row, col, dark ? 20 : 240, 60,
                   dark ? 90 : 200);
      } else {
        set_colour(image, row, col, slope, 255 * row / size.height,
                   (row + col) % 16 == 0 ? 255 : 90);
      }
    }
  }
  return image;
}

inline lesson::Image swap_red_blue(lesson::Image image) {
  for (size_t i = 0; i < image.pixels.size(); i += kChannels) {
    std::swap(image.pixels[i], image.pixels[i + 2]);
  }
  return image;
}

// ---- CPU reference ----

inline double reference_pixel(const lesson::Image& in, int row, int col,
                              int channel) {
  const bool inside =
      row >= 0 && row < in.height && col >= 0 && col < in.width;
  return inside ? in.at(row, col, channel) : kBorder;
}

inline double reference_sample(const lesson::Image& in, double x,
                               double y, int channel) {
  const int col = int(std::floor(x)), row = int(std::floor(y));
  const double wx = x - col, wy = y - row;
  const double above =
      (1 - wx) * reference_pixel(in, row, col, channel) +
      wx * reference_pixel(in, row, col + 1, channel);
  const double below =
      (1 - wx) * reference_pixel(in, row + 1, col, channel) +
      wx * reference_pixel(in, row + 1, col + 1, channel);
  return (1 - wy) * above + wy * below;
}

// The letterbox without a matrix, from the middle of `to` outwards.
// The result is (height, width, channels), not rounded.
inline std::vector<double> reference_letterbox(const lesson::Image& in,
                                               Size to) {
  const double scale = std::min(double(to.width) / in.width,
                                double(to.height) / in.height);
  std::vector<double> out;
  for (int row = 0; row < to.height; ++row) {
    const double from_middle_y = row + 0.5 - to.height / 2.0;
    const double y = from_middle_y / scale + in.height / 2.0 - 0.5;
    for (int col = 0; col < to.width; ++col) {
      const double from_middle_x = col + 0.5 - to.width / 2.0;
      const double x = from_middle_x / scale + in.width / 2.0 - 0.5;
      for (int channel = 0; channel < kChannels; ++channel) {
        out.push_back(reference_sample(in, x, y, channel));
      }
    }
  }
  return out;
}

// ---- pictures in device memory ----

// What a kernel needs to read a picture: kChannels bytes a pixel, and
// `pitch` bytes from one row to the next.
struct View {
  const uint8_t* pixels;
  Size size;
  size_t pitch;
};

// The part of `whole` from (left, top) on: nothing is copied.
inline View crop(const View& whole, int left, int top, Size size) {
  return {whole.pixels + top * whole.pitch + left * kChannels, size,
          whole.pitch};
}

// A picture in device memory whose rows begin at aligned addresses.
class DevicePicture {
 public:
  explicit DevicePicture(const lesson::Image& image)
      : size_{image.width, image.height} {
    const size_t row_bytes = size_t(image.width) * kChannels;
    CUDA_CHECK(
        cudaMallocPitch(&pixels_, &pitch_, row_bytes, image.height));
    CUDA_CHECK(cudaMemcpy2D(pixels_, pitch_, image.pixels.data(),
                            row_bytes, row_bytes, image.height,
                            cudaMemcpyHostToDevice));
  }
  ~DevicePicture() { CUDA_CHECK_NOTHROW(cudaFree(pixels_)); }
  DevicePicture(const DevicePicture&) = delete;
  DevicePicture& operator=(const DevicePicture&) = delete;

  View view() const { return {pixels_, size_, pitch_}; }

 private:
  uint8_t* pixels_ = nullptr;
  Size size_;
  size_t pitch_ = 0;
};
