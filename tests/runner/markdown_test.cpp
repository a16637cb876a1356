#include "markdown.h"

#include "catch.hpp"
#include "text_file.h"
#include "text_width.h"

using namespace warpup;

namespace {

std::string text_of(const std::string& markdown, int width = 60) {
  MarkdownOptions options;
  options.width = width;
  return markdown_text(Screen(), markdown, options);
}

}  // namespace

TEST_CASE("headings and paragraphs") {
  CHECK(text_of("# One\n\ntext\ngoes on\n\n## Two\nmore\n") ==
        "One\n---\n\ntext goes on\n\nTwo\n\nmore\n");
}

TEST_CASE("emphasis is a style, not characters; code keeps its bars") {
  CHECK(text_of("a **b** *c* `__d__`") == "a b c __d__\n");
  Screen screen;
  screen.colour = true;
  CHECK(markdown_text(screen, "**b**", {}) == "\x1b[0;1mb\x1b[0m\n");
}

TEST_CASE("lists, nested and loose") {
  CHECK(text_of("- one\n- two\n  1. a\n  2. b\n") == "* one\n* two\n  1. a\n  2. b\n");
  CHECK(text_of("3. x\n\n4. y\n") == "3. x\n\n4. y\n");
  CHECK(text_of("- a long item that is wrapped", 16) == "* a long item\n  that is\n  wrapped\n");
}

TEST_CASE("quotes, rules and line breaks") {
  CHECK(text_of("> a\n>\n> b\n") == "| a\n|\n| b\n");
  CHECK(text_of("a  \nb\n") == "a\nb\n");
  CHECK(text_of("***\n", 12) == "------------\n");
}

TEST_CASE("code blocks have line numbers if they are C++") {
  CHECK(text_of("```cuda\nint a;\nint b;\n```\n") == " 1 | int a;\n 2 | int b;\n");
  CHECK(text_of("```console\n$ warpup run 7\n```\n") == "    $ warpup run 7\n");
  MarkdownOptions options;
  options.first_line = [](const std::string& code) { return code == "int a;\n" ? 41 : 0; };
  CHECK(markdown_text(Screen(), "```cpp\nint a;\n```\n", options) == " 41 | int a;\n");
}

TEST_CASE("links show their target once") {
  CHECK(text_of("[text](http://e.org)") == "text (http://e.org)\n");
  CHECK(text_of("<http://e.org>") == "http://e.org\n");
  CHECK(text_of("[above](#above)") == "above\n");
  CHECK(text_of("![a picture](a.png)") == "[picture: a picture] a.png\n");
}

TEST_CASE("HTML comments are left out, entities are characters") {
  CHECK(text_of("a\n\n<!-- code: x -->\n\nb\n") == "a\n\nb\n");
  CHECK(text_of("a <!-- x --> b &lt;&times;&#65; &unknown;") == "a  b <×A &unknown;\n");
}

TEST_CASE("tables") {
  CHECK(text_of("| a | n |\n|---|--:|\n| `x` | 1 |\n| y | 20 |\n") ==
        "a   n\n-  --\nx   1\ny  20\n");
}

TEST_CASE("no line of rendered Markdown is wider than asked for") {
  const std::string markdown =
      "# A heading that is long\n\nA paragraph with **bold words** and 共享内存 in it.\n\n"
      "1. item one of several\n   - nested item\n\n> a quotation of some length\n\n"
      "| one | two |\n|---|---|\n| cell with words | another cell |\n\n"
      "```cpp\nint a_rather_long_line_of_code = 1;\n```\n";
  for (int width = 20; width < 100; ++width) {
    for (const std::string& line : split_lines(text_of(markdown, width))) {
      CHECK(display_width(line) <= width);
    }
  }
}
