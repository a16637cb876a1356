// A table on the screen: columns as wide as they need, narrowed and wrapped where the screen is.
#pragma once

#include <string>
#include <vector>

#include "screen.h"
#include "styled_text.h"

namespace warpup {

enum class Align { kLeft, kRight, kCentre };

struct Table {
  std::vector<StyledText> columns;            // headings; empty: none
  std::vector<std::vector<StyledText>> rows;  // a short row is filled with empty cells
  std::vector<Align> align;                   // one a column; missing ones are left
};

/// Lines that each begin with `indent` and take at most `width` columns. A table that can't be made
/// that narrow is written row by row, "heading: cell" a line.
std::string table_text(const Screen& screen, const Table& table, int width,
                       const std::string& indent);

/// Right where every cell of a column is a number with or without a unit, else left.
std::vector<Align> align_numbers(const std::vector<std::vector<std::string>>& rows,
                                 std::size_t columns);

}  // namespace warpup
