#include "timeline_view.h"

#include "catch.hpp"
#include "text_file.h"
#include "text_width.h"

using namespace warpup;

TEST_CASE("spans are drawn to scale on their lanes") {
  TimelineEvent event{"", {"one", "two"}, {{0, "copy", 0, 1}, {1, "kernel", 1, 2}}};
  CHECK(timeline_text(Screen(), event, 25, "") ==
        "one  [copy----]\n"
        "two            [kernel--]\n"
        "     0               2 ms\n");
}

TEST_CASE("a timeline of nothing is nothing") {
  CHECK(timeline_text(Screen(), TimelineEvent{"", {"one"}, {}}, 40, "").empty());
  CHECK(timeline_text(Screen(), TimelineEvent{"", {"one"}, {{0, "x", 1, 1}}}, 40, "").empty());
}

TEST_CASE("spans of lanes that are not there, and very short ones, do no harm") {
  TimelineEvent event{"", {"流"}, {{0, "a", 0, 0.001}, {0, "b", 5, 10}, {7, "c", 1, 2}}};
  for (int width = 20; width < 90; ++width) {
    for (const std::string& line : split_lines(timeline_text(Screen(), event, width, "  "))) {
      CHECK(display_width(line) <= width);
    }
  }
}
