#include "lesson_text.h"

#include "catch.hpp"

using warpup::split_lesson_text;

TEST_CASE("a README is cut where steps run") {
  const auto parts =
      split_lesson_text("# Title\n\nOne.\n\n<!-- run: a -->\n\nTwo.\n<!--run:b_2-->\nThree.\n");
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].text == "\nOne.\n\n");
  CHECK(parts[0].step == "a");
  CHECK(parts[1].text == "\nTwo.\n");
  CHECK(parts[1].step == "b_2");
  CHECK(parts[2].text == "Three.\n");
  CHECK(parts[2].step.empty());
}

TEST_CASE("a marker in a code block or in a sentence is text") {
  const auto parts = split_lesson_text(
      "```html\n<!-- run: a -->\n```\nSee <!-- run: b -->.\n~~~~\n```\n<!-- run: c -->\n~~~~\n");
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].text.find("run: c") != std::string::npos);
}

TEST_CASE("two steps in a row leave an empty text between them") {
  const auto parts = split_lesson_text("<!-- run: a -->\n\n<!-- run: b -->\n");
  REQUIRE(parts.size() == 3);
  CHECK(parts[1].text.empty());
  CHECK(parts[2].text.empty());
}

TEST_CASE("link definitions are there in every part") {
  const auto parts =
      split_lesson_text("See [x].\n<!-- run: a -->\nAnd [x].\n\n[x]: http://e.org\n");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].text.find("[x]: http://e.org") != std::string::npos);
  CHECK(parts[1].text.find("[x]: http://e.org") != std::string::npos);
}

TEST_CASE("only a title at the beginning is left out") {
  CHECK(split_lesson_text("\n# Title\nText\n")[0].text == "\nText\n");
  CHECK(split_lesson_text("Text\n# Title\n")[0].text == "Text\n# Title\n");
  CHECK(split_lesson_text("").size() == 1);
}

TEST_CASE("line ends of Windows make no difference") {
  const auto parts = split_lesson_text("One.\r\n<!-- run: a -->\r\nTwo.\r\n");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].text == "One.\n");
}
