#include "styled_text.h"

#include "catch.hpp"
#include "text_width.h"

using namespace warpup;

using Lines = std::vector<std::string>;

TEST_CASE("text is broken at blanks") {
  CHECK(wrap("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrap("one two three", 8) == Lines{"one two", "three"});
  CHECK(wrap("", 8) == Lines{""});
  CHECK(wrap("a\nb", 8) == Lines{"a", "b"});
}

TEST_CASE("a word that is longer than a line is cut") {
  CHECK(wrap("abcdefgh", 3) == Lines{"abc", "def", "gh"});
  CHECK(wrap("x abcdef", 4) == Lines{"x", "abcd", "ef"});
}

TEST_CASE("Chinese is broken anywhere but before a closing mark") {
  CHECK(wrap("共享内存很快", 6) == Lines{"共享内", "存很快"});
  CHECK(wrap("共享内。存", 6) == Lines{"共享", "内。存"});
  CHECK(wrap("用 shared 内存", 8) == Lines{"用", "shared", "内存"});
}

TEST_CASE("no line of wrapped text is wider than asked for") {
  const std::string text =
      "The barrier 栅栏 stands after the if, 因为所有线程都必须到达它, and a_very_long_identifier.";
  for (int width = 2; width < 90; ++width) {
    for (const std::string& line : wrap(text, width)) CHECK(display_width(line) <= width);
  }
}

TEST_CASE("styles go on over a line break") {
  const auto lines = wrap(StyledText{{"one ", kPlain}, {"two three", kBold}}, 7);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].back().style == kBold);
  CHECK(lines[1].front().style == kBold);
}

TEST_CASE("colours are written only where the screen shows them") {
  Screen plain;
  Screen colour;
  colour.colour = true;
  CHECK(paint(plain, "x", kBad) == "x");
  CHECK(paint(colour, "x", kBad) == "\x1b[0;1;31mx\x1b[0m");
  CHECK(paint(colour, "x", kPlain) == "x");
  CHECK(painted_width(paint(colour, "共", kBad)) == 2);
}

TEST_CASE("the lines of a block begin with their prefixes") {
  CHECK(wrapped_block(Screen(), {{"one two three", kPlain}}, 9, "- ", "  ") ==
        "- one two\n  three\n");
}
