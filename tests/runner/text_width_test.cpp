#include "text_width.h"

#include "catch.hpp"

using namespace warpup;

TEST_CASE("columns of ASCII, accents, CJK and emoji") {
  CHECK(display_width("") == 0);
  CHECK(display_width("warpup") == 6);
  CHECK(display_width("über") == 4);
  CHECK(display_width("u\u0308ber") == 4);  // a combining mark takes no column
  CHECK(display_width("共享内存") == 8);
  CHECK(display_width("한글") == 4);
  CHECK(display_width("ｶﾅ") == 2);  // halfwidth forms
  CHECK(display_width("🚀") == 2);
  CHECK(display_width("✓ │ … ─") == 7);
}

TEST_CASE("bytes that are no UTF-8 take a column each") {
  CHECK(display_width("\xff\xfe") == 2);
  CHECK(display_width("a\xe5\x85") == 3);  // a sequence that breaks off
  CHECK(display_width("\xc0\x80") == 2);   // an overlong one
}

TEST_CASE("a cut text fits, and never cuts a character") {
  CHECK(cut_to_width("reduce", 6, "…") == "reduce");
  CHECK(cut_to_width("reduce", 4, "…") == "red…");
  CHECK(cut_to_width("共享内存", 5, "…") == "共享…");
  CHECK(cut_to_width("共享内存", 4, "…") == "共…");
  CHECK(cut_to_width("a reduce", 3, "…") == "a…");
}

TEST_CASE("padding counts columns, not bytes") {
  CHECK(pad_right("共", 4) == "共  ");
  CHECK(pad_left("é", 3) == "  é");
  CHECK(pad_right("long", 2) == "long");
}
