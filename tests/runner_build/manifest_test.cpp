// What an object was made of.
#include <chrono>

#include "build_manifest.h"
#include "catch.hpp"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;
namespace fs = std::filesystem;
using Clock = std::chrono::system_clock;

TEST_CASE("make rules with continued lines, blanks and dollars are read") {
  const auto inputs =
      parse_depfile("x: /a/b.cu /usr/include/c.h \\\n  /a/with\\ blank.h \\\n /a/$$d.h\n");
  CHECK(inputs ==
        std::vector<fs::path>{"/a/b.cu", "/usr/include/c.h", "/a/with blank.h", "/a/$d.h"});
  CHECK(parse_depfile("x : \\\n  /a/b.cu \\\n") == std::vector<fs::path>{"/a/b.cu"});  // nvcc's way
  CHECK(parse_depfile("").empty());
}

TEST_CASE("a manifest is valid until an input changes") {
  const Workshop shop;
  const Manifest manifest{"object", {shop.write("a.cu", "one"), shop.write("b c.h", "two")}};
  const std::string text = write_manifest(manifest, Clock::now());
  REQUIRE_FALSE(text.empty());
  CHECK(read_valid_manifest(text).object == "object");
  CHECK(read_valid_manifest(text).inputs == manifest.inputs);

  shop.write("b c.h", "two");  // written anew, the same text
  CHECK(read_valid_manifest(text).object == "object");
  shop.write("b c.h", "owt");
  CHECK(read_valid_manifest(text).object.empty());
  shop.write("b c.h", "two");
  CHECK(read_valid_manifest(text).object == "object");
  fs::remove(shop.root() / "b c.h");
  CHECK(read_valid_manifest(text).object.empty());
}

TEST_CASE("an input that changed while the compiler read it makes no manifest") {
  const Workshop shop;
  const Manifest manifest{"object", {shop.write("a.cu", "one")}};
  CHECK(write_manifest(manifest, Clock::now() - std::chrono::minutes(2)).empty());
}

TEST_CASE("a damaged manifest is no manifest") {
  const Workshop shop;
  const std::string text = write_manifest({"object", {shop.write("a.cu", "one")}}, Clock::now());
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    CHECK(read_valid_manifest(text.substr(0, size)).object.empty());
  }
  CHECK(read_valid_manifest("something else\n" + text).object.empty());
}
