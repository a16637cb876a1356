#include "lesson_slides.h"

#include "catch.hpp"

using warpup::make_slides;
using warpup::Slide;

namespace {

constexpr const char* kReadme = R"(# 07 reduce: many numbers become one

The introduction.

<!-- notes: Ask who has used OpenMP.
Five minutes. -->

## One block

What it does.

```cuda {2,4-5}
a
b
c
d
e
```

```text
a drawing
```

<!-- run: sum_101 -->

Try next.

## What goes wrong

### A barrier is missing

<!-- run: first -->

In between.

```cpp
int x;
```

<!-- run: second -->

[link]: http://example.org

## Summary

The end; see [link].
)";

}  // namespace

TEST_CASE("a section is a screen, and so is a second step in it") {
  const auto slides = make_slides(kReadme, "Reduce");
  REQUIRE(slides.size() == 5);
  CHECK(slides[0].title == "Reduce");
  CHECK(slides[0].before.rfind("The introduction.", 0) == 0);
  CHECK(slides[0].step.empty());
  CHECK(slides[1].title == "One block");
  CHECK(slides[1].step == "sum_101");
  CHECK(slides[1].after.rfind("Try next.", 0) == 0);
  CHECK(slides[2].title == "What goes wrong: A barrier is missing");
  CHECK(slides[2].step == "first");
  CHECK(slides[2].after.empty());
  CHECK(slides[2].code.empty());
  CHECK(slides[3].step == "second");
  CHECK(slides[3].before.rfind("In between.", 0) == 0);
  REQUIRE(slides[3].code.size() == 1);
  CHECK(slides[3].code[0].code == "int x;\n");
  CHECK(slides[4].title == "Summary");
  CHECK(slides[4].before.find("[link]: http://example.org") != std::string::npos);
}

TEST_CASE("code keeps the lines that its fence names, and is not part of the text") {
  const Slide slide = make_slides(kReadme, "Reduce")[1];
  REQUIRE(slide.code.size() == 1);
  CHECK(slide.code[0].code == "a\nb\nc\nd\ne\n");
  CHECK(slide.code[0].marked == std::vector<int>{2, 4, 5});
  const std::string text = warpup::without_code(slide.before);
  CHECK(text.find("What it does.") != std::string::npos);
  CHECK(text.find("a drawing") != std::string::npos);
  CHECK(text.find("cuda") == std::string::npos);
}

TEST_CASE("notes are for the speaker: their screen has them, and its text does not") {
  const auto slides = make_slides(kReadme, "Reduce");
  CHECK(slides[0].notes == "Ask who has used OpenMP.\nFive minutes.");
  CHECK(slides[0].before.find("OpenMP") == std::string::npos);
  CHECK(slides[1].notes.empty());
}

TEST_CASE("what looks like a heading or a step inside code is code") {
  const auto slides = make_slides("```sh\n## no heading\n<!-- run: none -->\n```\n", "T");
  REQUIRE(slides.size() == 1);
  CHECK(slides[0].step.empty());
}
