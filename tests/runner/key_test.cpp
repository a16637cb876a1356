#include "key.h"

#include "catch.hpp"

using warpup::Key;
using warpup::KeyDecoder;
using Kind = warpup::Key::Kind;

namespace {

std::vector<Kind> kinds(std::string_view bytes) {
  KeyDecoder decoder;
  std::vector<Kind> result;
  for (const Key& key : decoder.add(bytes)) result.push_back(key.kind);
  return result;
}

}  // namespace

// The sequences of xterm's ctlseqs, of rxvt (7~, 8~) and of the application mode (ESC O).
TEST_CASE("keys of the terminals in use") {
  CHECK(kinds("\x1b[A\x1b[B\x1b[C\x1b[D") ==
        std::vector<Kind>{Kind::kUp, Kind::kDown, Kind::kRight, Kind::kLeft});
  CHECK(kinds("\x1bOA\x1bOH\x1bOF") == std::vector<Kind>{Kind::kUp, Kind::kHome, Kind::kEnd});
  CHECK(kinds("\x1b[5~\x1b[6~") == std::vector<Kind>{Kind::kPageUp, Kind::kPageDown});
  CHECK(kinds("\x1b[1~\x1b[4~\x1b[7~\x1b[8~") ==
        std::vector<Kind>{Kind::kHome, Kind::kEnd, Kind::kHome, Kind::kEnd});
  CHECK(kinds("\x1b[1;5C") == std::vector<Kind>{Kind::kRight});
  CHECK(kinds("\r\t\x7f\x03\x1a\x0c") == std::vector<Kind>{Kind::kEnter, Kind::kTab,
                                                           Kind::kBackspace, Kind::kInterrupt,
                                                           Kind::kSuspend, Kind::kRedraw});
}

TEST_CASE("text comes by character, not by byte") {
  KeyDecoder decoder;
  const auto keys = decoder.add("né");
  REQUIRE(keys.size() == 2);
  CHECK(keys[0].is('n'));
  CHECK(keys[1].text == "é");
}

TEST_CASE("a sequence in pieces is one key; an unknown one is none") {
  KeyDecoder decoder;
  CHECK(decoder.add("\x1b").empty());
  CHECK(decoder.waits());
  CHECK(decoder.add("[").empty());
  const auto keys = decoder.add("6~q");
  REQUIRE(keys.size() == 2);
  CHECK(keys[0].kind == Kind::kPageDown);
  CHECK(keys[1].is('q'));
  CHECK(kinds("\x1b[15~\x1b[<0;1;1M").size() <= 1);
}

TEST_CASE("an escape on its own is the Escape key once nothing follows") {
  KeyDecoder decoder;
  CHECK(decoder.add("\x1b").empty());
  const auto keys = decoder.flush();
  REQUIRE(keys.size() == 1);
  CHECK(keys[0].kind == Kind::kEscape);
  CHECK_FALSE(decoder.waits());
  CHECK(kinds("\x1bq") == std::vector<Kind>{Kind::kEscape, Kind::kText});
}
