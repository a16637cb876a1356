#include "plot_view.h"

#include "braille.h"
#include "catch.hpp"
#include "text_file.h"
#include "text_width.h"

using namespace warpup;
using lesson::PlotData;
using lesson::Scale;

namespace {

Screen drawing_screen() {
  Screen screen;
  screen.unicode = true;
  screen.drawings = true;
  return screen;
}

PlotData copies() {
  PlotData plot;
  plot.title = "Copies";
  plot.x = {"size", "bytes", Scale::kLog};
  plot.y = {"bandwidth", "GB/s", Scale::kLinear};
  plot.series = {{"pinned", {{1024, 1}, {4096, 10}, {16384, 20}}}, {"pageable", {{1024, 5}}}};
  return plot;
}

PlotData ladder() {
  PlotData plot;
  plot.kind = PlotData::Kind::kBars;
  plot.y = {"time", "ms", Scale::kLinear};
  plot.bars = {{"naive", 8}, {"tiled", 2}};
  plot.references = {{"library", 1}};
  return plot;
}

bool holds(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

int columns_of(const std::string& text, const std::string& glyph) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(glyph, at)) != std::string::npos; at += glyph.size())
    ++n;
  return n;
}

}  // namespace

TEST_CASE("braille dots lie where Unicode numbers them") {
  BrailleGrid grid(2, 1);
  grid.line(0, 0, 0, 0, Colour::kNone);
  CHECK(grid.row(Screen(), 0) == "\u2801 ");
  grid.line(1, 3, 1, 3, Colour::kNone);
  CHECK(grid.row(Screen(), 0) == "\u2881 ");
  grid.line(-5, 0, 9, 0, Colour::kNone);  // the part outside is left out
  CHECK(grid.row(Screen(), 0) == "\u2889\u2809");
  grid.mark(2, 2, "x", Colour::kNone);
  CHECK(grid.row(Screen(), 0) == "\u2889x");
}

TEST_CASE("a drawn plot has its axes, units and names") {
  const std::string text = plot_text(drawing_screen(), copies(), 80, "  ");
  for (const char* part :
       {"bandwidth (GB/s)", " 0 ┤", "1 KB", "16 KB", "size", "● pinned", "■ pageable"}) {
    CHECK(holds(text, part));
  }
  CHECK(columns_of(text, "●") == 4);  // three points and the legend
  const auto lines = split_lines(text);
  REQUIRE(lines.size() > 3);
  CHECK(holds(lines[1], "20 ┤"));
  CHECK(lines[1].substr(lines[1].size() - 3) == "●");  // the highest point is the last one
}

TEST_CASE("bars are as long as their values") {
  const auto lines = split_lines(plot_text(drawing_screen(), ladder(), 80, ""));
  REQUIRE(lines.size() == 4);
  CHECK(holds(lines[0], "time (ms)"));
  CHECK(columns_of(lines[1], "█") / 4 == columns_of(lines[2], "█"));
  CHECK(holds(lines[1], "8 ms"));
  CHECK(holds(lines[3], "library"));
}

TEST_CASE("where nothing is drawn, a plot is a table of its numbers") {
  CHECK(plot_text(Screen(), copies(), 80, "") ==
        "bandwidth (GB/s)\n"
        " size  pinned  pageable\n"
        "-----  ------  --------\n"
        " 1 KB       1         5\n"
        " 4 KB      10\n"
        "16 KB      20\n");
  const std::string bars = plot_text(Screen(), ladder(), 80, "");
  CHECK(holds(bars, "naive"));
  CHECK(holds(bars, "time (ms)"));
  CHECK(holds(bars, "library"));
}

TEST_CASE("plots fit screens of every width, and of nothing there is no plot") {
  PlotData many = copies();
  PlotData extreme = copies();
  extreme.series = {{"a", {{1e-100, -1e100}, {1e100, 1e100}}}};
  for (int i = 0; i < 500; ++i) many.series[1].points.emplace_back(2000 + i, i % 7 - 3.0);
  for (const Screen& screen : {Screen(), drawing_screen()}) {
    for (int width = 30; width < 110; width += 3) {
      for (const PlotData& plot : {copies(), ladder(), many, extreme}) {
        for (const std::string& line : split_lines(plot_text(screen, plot, width, "  "))) {
          INFO(line);
          CHECK(display_width(line) <= width);
        }
      }
    }
    CHECK(plot_text(screen, PlotData(), 80, "").empty());
  }
}
