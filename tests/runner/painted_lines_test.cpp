#include "painted_lines.h"

#include "catch.hpp"

using warpup::fold_painted;
using Lines = std::vector<std::string>;

TEST_CASE("long lines go on in the next, and colours with them") {
  CHECK(fold_painted("abcdef\ng", 4) == Lines{"abcd", "ef", "g"});
  CHECK(fold_painted("\x1b[31mabcdef\x1b[0m", 4) ==
        Lines{"\x1b[31mabcd\x1b[0m", "\x1b[31mef\x1b[0m"});
  CHECK(fold_painted("", 4) == Lines{""});
  CHECK(fold_painted("中文字", 4) == Lines{"中文", "字"});
}

TEST_CASE("what a child prints can't move the cursor or change the terminal") {
  CHECK(fold_painted("a\x1b[2Jb\x1b[10;10Hc\x1b]0;title\ad\re\x07", 20) == Lines{"abcde"});
  CHECK(fold_painted("\x1b[?1049lx\x1b"
                     "c",
                     20) == Lines{"x"});
  CHECK(fold_painted("a\tb", 20) == Lines{"a       b"});
}

TEST_CASE("two texts side by side") {
  CHECK(warpup::side_by_side({"a", "\x1b[31mbb\x1b[0m"}, {"c", "d", "e"}, 3, "|") ==
        Lines{"a  |c", "\x1b[31mbb\x1b[0m |d", "   |e"});
}
