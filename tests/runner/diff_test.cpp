#include "diff.h"

#include "catch.hpp"

using warpup::unified_diff;

TEST_CASE("equal texts have no difference") {
  CHECK(unified_diff("a\nb\n", "a\nb\n", "x", "y").empty());
  CHECK(unified_diff("a\r\nb", "a\nb\n", "x", "y").empty());
  CHECK(unified_diff("", "", "x", "y").empty());
}

TEST_CASE("a change has three lines of context on both sides") {
  CHECK(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "x", "y") ==
        "--- x\n+++ y\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("changes near to each other share a hunk, far ones don't") {
  std::string old_text;
  for (int i = 0; i < 40; ++i) old_text += std::to_string(i) + "\n";
  std::string near = old_text;
  near.replace(near.find("10\n"), 2, "ten");
  near.replace(near.find("16\n"), 2, "sixteen");
  std::string far = old_text;
  far.replace(far.find("10\n"), 2, "ten");
  far.replace(far.find("30\n"), 2, "thirty");
  const auto hunks = [&](const std::string& text) {
    const std::string diff = unified_diff(old_text, text, "x", "y");
    std::size_t count = 0;
    for (std::size_t at = 0; (at = diff.find("@@ -", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  CHECK(hunks(near) == 1);
  CHECK(hunks(far) == 2);
}

TEST_CASE("lines at the beginning and at the end") {
  CHECK(unified_diff("", "a\n", "x", "y") == "--- x\n+++ y\n@@ -0,0 +1,1 @@\n+a\n");
  CHECK(unified_diff("a\nb\n", "b\n", "x", "y") == "--- x\n+++ y\n@@ -1,2 +1,1 @@\n-a\n b\n");
}
