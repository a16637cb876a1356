#include "gap.h"

#include "catch.hpp"

TEST_CASE("gaps have a text and their lines") {
  const auto gaps = warpup::find_gaps(
      "int a;\n"
      "  // TODO(sum): add the upper half,\n"
      "  // and wait.\n"
      "  x = 0;  // not part of the text\n"
      "  // END(sum)\n"
      "// TODO(sum) again\n"
      "// END(sum)\n");
  REQUIRE(gaps.size() == 2);
  CHECK(gaps[0].name == "sum");
  CHECK(gaps[0].todo == "add the upper half, and wait.");
  CHECK(gaps[0].first_line == 2);
  CHECK(gaps[0].last_line == 5);
  CHECK(gaps[1].todo == "again");
  CHECK(gaps[1].last_line == 7);
}

TEST_CASE("a gap without an end is found, and a comment that is no gap is not") {
  const auto gaps = warpup::find_gaps("// TODO(a): open\n// TODO: plain\nint TODO(int);\n");
  REQUIRE(gaps.size() == 1);
  CHECK(gaps[0].last_line == 0);
}
