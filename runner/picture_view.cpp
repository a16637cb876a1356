#include "picture_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "text_width.h"

namespace warpup {
namespace {

constexpr int kWidest = 64;   // columns
constexpr int kTallest = 20;  // lines, of two pixels each

using Colour24 = std::array<int, 3>;

// The mean colour of a part of the picture, from (left, top) to before (right, bottom).
Colour24 mean(const lesson::Image& image, int left, int top, int right, int bottom) {
  std::array<long long, 3> sum{};
  for (int row = top; row < bottom; ++row) {
    for (int col = left; col < right; ++col) {
      for (int k = 0; k < 3; ++k) {
        sum[static_cast<std::size_t>(k)] += image.at(row, col, image.channels == 3 ? k : 0);
      }
    }
  }
  const long long count = static_cast<long long>(right - left) * (bottom - top);
  Colour24 result{};
  for (std::size_t k = 0; k < 3; ++k) result[k] = static_cast<int>(sum[k] / count);
  return result;
}

// The nearest of the 256 colours: 16 to 231 are a cube of 6 x 6 x 6, 232 to 255 greys.
int nearest_of_256(const Colour24& colour) {
  static constexpr int kLevels[] = {0, 95, 135, 175, 215, 255};
  const auto distance = [&](int red, int green, int blue) {
    return (red - colour[0]) * (red - colour[0]) + (green - colour[1]) * (green - colour[1]) +
           (blue - colour[2]) * (blue - colour[2]);
  };
  const auto level = [](int value) {
    int best = 0;
    for (int i = 1; i < 6; ++i) {
      if (std::abs(kLevels[i] - value) < std::abs(kLevels[best] - value)) best = i;
    }
    return best;
  };
  const int r = level(colour[0]), g = level(colour[1]), b = level(colour[2]);
  const int grey = std::clamp(((colour[0] + colour[1] + colour[2]) / 3 - 3) / 10, 0, 23);
  const int grey_level = 8 + 10 * grey;
  const bool use_grey =
      distance(grey_level, grey_level, grey_level) < distance(kLevels[r], kLevels[g], kLevels[b]);
  return use_grey ? 232 + grey : 16 + 36 * r + 6 * g + b;
}

// The escape code of a colour: 38 for the foreground, 48 for the background.
std::string code(const Screen& screen, int ground, const Colour24& colour) {
  if (screen.true_colour)
    return fmt::format("{};2;{};{};{}", ground, colour[0], colour[1], colour[2]);
  return fmt::format("{};5;{}", ground, nearest_of_256(colour));
}

struct Size {
  int width, height;  // pixels on the screen
};

// As large as fits, with the picture's proportions, and never larger than the picture.
Size small_size(const lesson::Image& image, int width) {
  const double across = std::min(width, kWidest), down = 2 * kTallest;
  const double scale = std::min({1.0, across / image.width, down / image.height});
  const auto scaled = [&](int length) {
    return std::max(1, static_cast<int>(std::lround(scale * length)));
  };
  return {scaled(image.width), scaled(image.height)};
}

}  // namespace

std::string image_text(const Screen& screen, const lesson::Image& image, int width,
                       const std::string& indent) {
  if (image.width < 1 || image.height < 1) return "";
  const Size size = small_size(image, std::max(1, width - display_width(indent)));
  const auto part = [&](int col, int row) {
    const auto edge = [](int i, int count, int length) {
      return static_cast<int>(static_cast<long long>(i) * length / count);
    };
    return mean(image, edge(col, size.width, image.width), edge(row, size.height, image.height),
                edge(col + 1, size.width, image.width), edge(row + 1, size.height, image.height));
  };
  std::string text;
  for (int row = 0; row < size.height; row += 2) {
    text += indent;
    std::string last;  // the codes in force
    for (int col = 0; col < size.width; ++col) {
      std::string codes = code(screen, 38, part(col, row));
      if (row + 1 < size.height) codes += ";" + code(screen, 48, part(col, row + 1));
      if (codes != last) text += "\x1b[" + codes + "m";
      last = codes;
      text += "▀";
    }
    text += "\x1b[0m\n";
  }
  return text;
}

std::string picture_text(const Screen& screen, const std::string& file, int width,
                         const std::string& indent) {
  if (!screen.drawings) return "";
  try {
    return image_text(screen, lesson::load_image(file), width, indent);
  } catch (const std::runtime_error&) {
    return "";  // its name is shown all the same
  }
}

}  // namespace warpup
