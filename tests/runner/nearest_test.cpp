#include "nearest.h"

#include "catch.hpp"

using warpup::edit_distance;
using warpup::nearest_names;

TEST_CASE("an edit is an insertion, a deletion, a replacement or a swap") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("reduce", "reduce") == 0);
  CHECK(edit_distance("reduce", "redce") == 1);
  CHECK(edit_distance("reduce", "reeduce") == 1);
  CHECK(edit_distance("reduce", "reduse") == 1);
  CHECK(edit_distance("reduce", "rdeuce") == 1);
  CHECK(edit_distance("Reduce", "rEDUCE") == 0);
}

TEST_CASE("the nearest name comes first, and far ones are left out") {
  const std::vector<std::string> names = {"streams", "reduce", "atomic", "reduced"};
  CHECK(nearest_names("redcue", names) == std::vector<std::string>{"reduce", "reduced"});
  CHECK(nearest_names("stream", names) == std::vector<std::string>{"streams"});
}

TEST_CASE("a part of a name is near to it") {
  CHECK(nearest_names("sum", {"block_sum", "max", "scan"}).front() == "block_sum");
}

TEST_CASE("there is a nearest name however far it is") {
  CHECK(nearest_names("zzzzzzzzz", {"reduce", "atomic"}).size() == 1);
  CHECK(nearest_names("reduce", {}).empty());
}

TEST_CASE("no more names than asked for") {
  CHECK(nearest_names("aa", {"ab", "ac", "ad", "ae"}, 2).size() == 2);
}
