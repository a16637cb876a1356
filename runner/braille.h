// A grid of dots in braille characters, 2 x 4 dots a character.
#pragma once

#include <string>
#include <vector>

#include "screen.h"

namespace warpup {

class BrailleGrid {
 public:
  BrailleGrid(int columns, int rows);

  int dots_across() const { return 2 * columns_; }
  int dots_down() const { return 4 * rows_; }

  /// A line of dots from one dot to another; (0, 0) is at the top left. Dots outside are left out.
  void line(int x1, int y1, int x2, int y2, Colour colour);
  /// A character in place of the one that holds the dot.
  void mark(int x, int y, const std::string& character, Colour colour);
  /// One row, painted.
  std::string row(const Screen& screen, int row) const;

 private:
  struct Cell {
    unsigned dots = 0;  // bits as in Unicode's braille block
    std::string mark;
    Colour colour = Colour::kNone;
  };
  Cell* cell_of(int x, int y);
  void dot(int x, int y, Colour colour);

  int columns_, rows_;
  std::vector<Cell> cells_;
};

}  // namespace warpup
