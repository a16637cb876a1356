#include "braille.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace warpup {
namespace {

// The bit of a dot: rows 0 to 2 of a column are numbered before row 3 of either.
constexpr unsigned kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

// U+2800 and the dots, as UTF-8.
std::string braille(unsigned dots) {
  std::string text = "\xe2";
  text += static_cast<char>(0xa0u + (dots >> 6));
  text += static_cast<char>(0x80u + (dots & 0x3fu));
  return text;
}

}  // namespace

BrailleGrid::BrailleGrid(int columns, int rows)
    : columns_(std::max(1, columns)),
      rows_(std::max(1, rows)),
      cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

BrailleGrid::Cell* BrailleGrid::cell_of(int x, int y) {
  if (x < 0 || y < 0 || x >= dots_across() || y >= dots_down()) return nullptr;
  return &cells_[static_cast<std::size_t>(y / 4) * static_cast<std::size_t>(columns_) +
                 static_cast<std::size_t>(x / 2)];
}

void BrailleGrid::dot(int x, int y, Colour colour) {
  Cell* cell = cell_of(x, y);
  if (cell == nullptr) return;
  cell->dots |= kBits[y % 4][x % 2];
  if (cell->mark.empty()) cell->colour = colour;
}

void BrailleGrid::line(int x1, int y1, int x2, int y2, Colour colour) {
  const int steps = std::max({1, std::abs(x2 - x1), std::abs(y2 - y1)});
  for (int i = 0; i <= steps; ++i) {
    const double part = static_cast<double>(i) / steps;
    dot(static_cast<int>(std::lround(x1 + part * (x2 - x1))),
        static_cast<int>(std::lround(y1 + part * (y2 - y1))), colour);
  }
}

void BrailleGrid::mark(int x, int y, const std::string& character, Colour colour) {
  Cell* cell = cell_of(x, y);
  if (cell == nullptr) return;
  cell->mark = character;
  cell->colour = colour;
}

std::string BrailleGrid::row(const Screen& screen, int row) const {
  std::string text, run;
  Colour colour = Colour::kNone;
  const auto flush = [&] {
    text += paint(screen, run, {false, false, false, false, colour});
    run.clear();
  };
  for (int column = 0; column < columns_; ++column) {
    const Cell& cell = cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                              static_cast<std::size_t>(column)];
    const bool blank = cell.mark.empty() && cell.dots == 0;
    const Colour next = blank ? Colour::kNone : cell.colour;
    if (next != colour) flush();
    colour = next;
    run += blank ? " " : cell.mark.empty() ? braille(cell.dots) : cell.mark;
  }
  flush();
  return text;
}

}  // namespace warpup
