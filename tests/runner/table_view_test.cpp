#include "table_view.h"

#include "catch.hpp"
#include "text_file.h"
#include "text_width.h"

using namespace warpup;

namespace {

Table table_of(const std::vector<std::string>& columns,
               const std::vector<std::vector<std::string>>& rows) {
  Table table;
  for (const std::string& column : columns) table.columns.push_back({{column, kPlain}});
  for (const auto& row : rows) {
    table.rows.emplace_back();
    for (const std::string& cell : row) table.rows.back().push_back({{cell, kPlain}});
  }
  table.align = align_numbers(rows, columns.size());
  return table;
}

}  // namespace

TEST_CASE("columns are as wide as they need, numbers to the right") {
  CHECK(table_text(Screen(), table_of({"n", "name"}, {{"1", "one"}, {"1,000", "many"}}), 80, " ") ==
        "     n  name\n"
        " -----  ----\n"
        "     1  one\n"
        " 1,000  many\n");
}

TEST_CASE("a narrow screen wraps the widest cells") {
  const Table table = table_of({"n", "text"}, {{"1", "several words in a cell"}});
  for (int width = 14; width < 40; ++width) {
    for (const std::string& line : split_lines(table_text(Screen(), table, width, "  "))) {
      CHECK(display_width(line) <= width);
    }
  }
}

TEST_CASE("a table that can't be that narrow is written row by row") {
  const Table table = table_of({"alpha", "beta", "gamma"}, {{"aaaaaa", "bbbbbb", "cccccc"}});
  CHECK(table_text(Screen(), table, 16, "") == "alpha: aaaaaa\nbeta: bbbbbb\ngamma: cccccc\n");
}

TEST_CASE("short rows, empty tables and wide characters") {
  CHECK(table_text(Screen(), Table(), 80, "").empty());
  CHECK(table_text(Screen(), table_of({"a", "b"}, {{"共享"}}), 80, "") ==
        "a     b\n"
        "----  -\n"
        "共享\n");
}

TEST_CASE("a column of numbers may hold units, signs and gaps") {
  const auto align = align_numbers({{"1.5 ms", "a", "-3", ""}, {"20 ms", "7", "~4", "5"}}, 4);
  CHECK(align == std::vector<Align>{Align::kRight, Align::kLeft, Align::kRight, Align::kRight});
}
