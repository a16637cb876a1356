// Pictures as arrays of bytes: read from PNG or JPEG, written as PNG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lesson {

/// Pixels of 1 (grey) or 3 (red, green, blue) bytes, row-major: (height, width, channels).
struct Image {
  int width = 0, height = 0, channels = 3;
  std::vector<uint8_t> pixels;

  Image() = default;
  Image(int width, int height, int channels, uint8_t fill = 0)
      : width(width),
        height(height),
        channels(channels),
        pixels(static_cast<size_t>(width) * height * channels, fill) {}

  size_t index(int row, int col, int channel = 0) const {
    return (static_cast<size_t>(row) * width + col) * channels + channel;
  }
  uint8_t& at(int row, int col, int channel = 0) { return pixels[index(row, col, channel)]; }
  uint8_t at(int row, int col, int channel = 0) const { return pixels[index(row, col, channel)]; }
};

/// Throws std::runtime_error with the file's name and the reason.
Image load_image(const std::string& path);
void save_png(const Image& image, const std::string& path);

}  // namespace lesson
