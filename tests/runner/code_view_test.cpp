#include "code_view.h"

#include "catch.hpp"

using namespace warpup;

namespace {

// The text of the first span in `style`.
std::string first_in(const StyledText& text, Colour colour) {
  for (const Span& span : text) {
    if (span.style.colour == colour) return span.text;
  }
  return "";
}

}  // namespace

TEST_CASE("keywords, CUDA words, literals and comments have colours") {
  CodeColourer colourer;
  const StyledText text = colourer.colour("int x = threadIdx.x + 1'000;  // why");
  CHECK(first_in(text, Colour::kBlue) == "int");
  CHECK(first_in(text, Colour::kMagenta) == "threadIdx");
  CHECK(first_in(text, Colour::kYellow) == "1'000");
  CHECK(first_in(text, Colour::kGreen) == "// why");
  CHECK(first_in(colourer.colour("k<<<1, 2>>>();"), Colour::kMagenta) == "<<<");
  CHECK(first_in(colourer.colour("  #pragma unroll"), Colour::kMagenta) == "#pragma");
}

TEST_CASE("comment marks in texts are no comments, and comments span lines") {
  CodeColourer colourer;
  CHECK(first_in(colourer.colour(R"(puts("// \" no");)"), Colour::kGreen).empty());
  CHECK(first_in(colourer.colour("/* begins"), Colour::kGreen) == "/* begins");
  CHECK(first_in(colourer.colour("int inside"), Colour::kGreen) == "int inside");
  const StyledText end = colourer.colour("ends */ int x;");
  CHECK(first_in(end, Colour::kGreen) == "ends */");
  CHECK(first_in(end, Colour::kBlue) == "int");
}

TEST_CASE("colouring changes no character") {
  for (const char* line : {"", "  a", "\"open", "'", "x = 1e-5f;", "/*", "*/", "共享 // 内存"}) {
    CodeColourer colourer;
    std::string text;
    for (const Span& span : colourer.colour(line)) text += span.text;
    CHECK(text == line);
  }
}

TEST_CASE("code stands behind its line numbers, and long lines go on below") {
  CHECK(code_text(Screen(), {{9, "int a;"}, {10, "\tb"}}, true, 80, "") ==
        "  9 | int a;\n 10 |     b\n");
  CHECK(code_text(Screen(), {{1, "0123456789abc"}}, true, 15, "") == " 1 | 0123456789\n > | abc\n");
}

TEST_CASE("carets stand below the code, or below a column") {
  CHECK(marked_line(Screen(), {7, "  x = y;  // why"}, {}, 80, "", kBad) ==
        "    7 |   x = y;  // why\n"
        "      |   ^^^^^^\n");
  CHECK(marked_line(Screen(), {7, "\tx = y;"}, {{2, 1}}, 80, "", kBad) ==
        "    7 |     x = y;\n"
        "      |     ^\n");
  CHECK(marked_line(Screen(), {7, ""}, {}, 80, "", kBad) == "    7 |\n      | ^\n");
}
