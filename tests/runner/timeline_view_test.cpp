#include "timeline_view.h"

#include "catch.hpp"
#include "text_file.h"
#include "text_width.h"

using namespace warpup;

namespace {

Screen drawing_screen() {
  Screen screen;
  screen.drawings = true;
  return screen;
}

}  // namespace

TEST_CASE("spans are drawn to scale on their lanes") {
  TimelineEvent event{"", {"one", "two"}, {{0, "copy", 0, 1}, {1, "kernel", 1, 2}}, ""};
  CHECK(timeline_text(drawing_screen(), event, 25, "") ==
        "one  [copy----]\n"
        "two            [kernel--]\n"
        "     0               2 ms\n");
}

TEST_CASE("spans that differ in a number have one colour") {
  Screen screen = drawing_screen();
  screen.colour = true;
  TimelineEvent event{"", {"one"}, {{0, "up 1", 0, 1}, {0, "run 1", 1, 2}, {0, "up 2", 2, 3}}, ""};
  const std::string text = timeline_text(screen, event, 35, "");
  CHECK(text.find("\x1b[0;36m[up 1----]\x1b[0m\x1b[0;33m[run 1---]\x1b[0m\x1b[0;36m[up 2----]") !=
        std::string::npos);
}

TEST_CASE("where nothing is drawn, spans are a table from the first begin on") {
  TimelineEvent event{"", {"one", "two"}, {{1, "kernel", 11, 12.5}, {0, "copy", 10, 11}}, ""};
  CHECK(timeline_text(Screen(), event, 60, "  ") ==
        "  lane  span    from ms  to ms\n"
        "  ----  ------  -------  -----\n"
        "  one   copy      0.000  1.000\n"
        "  two   kernel    1.000  2.500\n");
}

TEST_CASE("many spans are summed up by lane") {
  TimelineEvent event{"", {"one", "empty"}, {}, ""};
  for (int i = 0; i < 100; ++i) event.spans.push_back({0, "x", i * 1.0, i + 0.5});
  CHECK(timeline_text(Screen(), event, 60, "") ==
        "lane  spans  from ms   to ms\n"
        "----  -----  -------  ------\n"
        "one     100    0.000  99.500\n");
}

TEST_CASE("a timeline of nothing is nothing") {
  for (const Screen& screen : {Screen(), drawing_screen()}) {
    CHECK(timeline_text(screen, TimelineEvent{"", {"one"}, {}, ""}, 40, "").empty());
    CHECK(timeline_text(screen, TimelineEvent{"", {"one"}, {{0, "x", 1, 1}}, ""}, 40, "").empty());
  }
}

TEST_CASE("spans of lanes that are not there, and very short ones, do no harm") {
  TimelineEvent event{"", {"流"}, {{0, "a", 0, 0.001}, {0, "b", 5, 10}, {7, "c", 1, 2}}, ""};
  for (const Screen& screen : {Screen(), drawing_screen()}) {
    for (int width = 30; width < 90; ++width) {
      for (const std::string& line : split_lines(timeline_text(screen, event, width, "  "))) {
        CHECK(display_width(line) <= width);
      }
    }
  }
}
