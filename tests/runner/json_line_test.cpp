#include "json_line.h"

#include <limits>

#include "catch.hpp"

using warpup::JsonLine;

TEST_CASE("an object on one line, in the order in which it was made") {
  CHECK(JsonLine("hint").add("level", 2).add("last", false).add("text", "a \"b\"\n").text() ==
        R"({"event":"hint","level":2,"last":false,"text":"a \"b\"\n"})");
  CHECK(JsonLine("x").add("list", std::vector<std::string>{"a", "b"}).add("half", 0.5).text() ==
        R"({"event":"x","list":["a","b"],"half":0.5})");
}

TEST_CASE("what JSON can't hold becomes what it can") {
  CHECK(JsonLine("x").add("v", std::numeric_limits<double>::quiet_NaN()).text() ==
        R"({"event":"x","v":null})");
  CHECK(JsonLine("x").add("t", "\xff").text() == "{\"event\":\"x\",\"t\":\"\xef\xbf\xbd\"}");
}
