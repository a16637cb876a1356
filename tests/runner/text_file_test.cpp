#include "text_file.h"

#include "catch.hpp"
#include "temporary_folder.h"

using namespace warpup;

TEST_CASE("a file is written whole and read back") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a" / "b.txt";
  write_file(file, "one\ntwo");
  write_file(file, "three");
  CHECK(read_file(file) == "three");
  CHECK_FALSE(read_file(folder.path() / "missing"));
  CHECK_FALSE(read_file(folder.path()));
}

TEST_CASE("a file that can't be written throws") {
  const TemporaryFolder folder;
  folder.write("file", "");
  CHECK_THROWS(write_file(folder.path() / "file" / "below", "x"));
}

TEST_CASE("lines end in either way, and the last needs no end") {
  CHECK(split_lines("a\r\nb\n\nc") == std::vector<std::string>{"a", "b", "", "c"});
  CHECK(split_lines("a\n").size() == 1);
  CHECK(split_lines("").empty());
}

TEST_CASE("what an editor changes on its own compares equal") {
  CHECK(normalised_text("a  \r\nb\n\n\n") == normalised_text("a\nb"));
  CHECK(normalised_text("a\nb") != normalised_text("a\n\nb"));
}

TEST_CASE("hashes tell texts apart") {
  CHECK(text_hash("") == "cbf29ce484222325");
  CHECK(text_hash("a") == "af63dc4c8601ec8c");
  CHECK(text_hash("a") != text_hash("b"));
}
