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

/// Pictures of more pixels are refused before memory for them is taken.
constexpr long long kMostPixels = 64ll << 20;  // 8192 x 8192

/// Reads a PNG, JPEG or BMP file as red, green, blue: grey becomes equal parts, 16 bits are reduced
/// to 8, transparency is left out. Throws std::runtime_error with the file's name, the reason (also
/// where the file is cut off or damaged) and what to do.
Image load_image(const std::string& path);
/// Throws std::runtime_error with the file's name and the reason.
void save_png(const Image& image, const std::string& path);

}  // namespace lesson
