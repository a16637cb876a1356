// Builds that succeed, and sources that are wrong.
#include "catch.hpp"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;

namespace {

constexpr const char* kHello = R"(#include <cstdio>
int main() { std::printf("hello"); return from_library(); }
)";

}  // namespace

TEST_CASE("a source becomes a program") {
  const Workshop shop;
  const BuildResult built = shop.build("hello.cu", kHello);
  INFO(built.internal_error << built.raw);
  REQUIRE(built.ok);
  CHECK(built.messages.empty());
  CHECK_FALSE(built.cached);
  CHECK(built.seconds > 0);
  CHECK(built.program.filename().string().rfind("hello-", 0) == 0);
  CHECK(output_of(built.program) == "hello 7");
}

TEST_CASE("several sources, C among them, and the lesson library are linked") {
  const Workshop shop;
  BuildRequest request = shop.request("a.cu",
                                      "extern \"C\" int three(); int four(); int from_lesson();\n"
                                      "int main() { return three() + four() + from_lesson(); }\n");
  request.sources.push_back(
      shop.write("b.c", "int three(void) { int class = 3; return class; }\n"));
  request.sources.push_back(shop.write("c.cpp", "int four() { return 4; }\n"));
  const BuildResult built = shop.build(request);
  INFO(built.internal_error << built.raw);
  REQUIRE(built.ok);
  CHECK(output_of(built.program) == " 15");
  request.with_lesson_library = false;
  CHECK_FALSE(shop.build(request).ok);
}

TEST_CASE("check and fast builds, flags and folders reach the compiler") {
  const Workshop shop;
  shop.write("extra/extra.h", "#define EXTRA 20\n");
  BuildRequest request = shop.request("a.cu", R"(#include "extra.h"
#ifdef FAST
int main() { return EXTRA + ADDED; }
#elif defined(CHECK)
int main() { return EXTRA + ADDED + 100; }
#endif
)");
  request.include_dirs = {shop.root() / "extra"};
  request.extra_flags = {"-DADDED=3", "-lm", "-Wl,--as-needed"};
  const BuildResult checked = shop.build(request);
  INFO(checked.raw);
  REQUIRE(checked.ok);
  CHECK(output_of(checked.program) == " 123");
  request.check = false;
  CHECK(output_of(shop.build(request).program) == " 23");
}

TEST_CASE("an error is on the learner's line") {
  const Workshop shop;
  const BuildResult built =
      shop.build("a.cu", "\n#include <vector>\nint main() {\n  return missing;\n}\n");
  CHECK_FALSE(built.ok);
  CHECK(built.internal_error.empty());
  REQUIRE(built.messages.size() == 1);
  CHECK(built.messages[0].file == (shop.root() / "a.cu").string());
  CHECK(built.messages[0].line == 4);
  CHECK(built.messages[0].column == 10);
  CHECK(built.messages[0].severity == "error");
  CHECK(built.messages[0].text == "'missing' was not declared in this scope");
  CHECK(built.raw.find("missing") != std::string::npos);
}

TEST_CASE("a warning is a message of a program that is built, also from the cache") {
  const Workshop shop;
  for (int run = 0; run < 2; ++run) {
    const BuildResult built = shop.build("a.cu", "int main() {\n  int unused;\n}\n");
    CHECK(built.ok);
    CHECK(built.cached == (run == 1));
    REQUIRE(built.messages.size() == 1);
    CHECK(built.messages[0].severity == "warning");
    CHECK(built.messages[0].line == 2);
  }
}

TEST_CASE("a missing header is an error in the line that includes it") {
  const Workshop shop;
  const BuildResult built = shop.build("a.cu", "\n#include \"nowhere.h\"\nint main() {}\n");
  REQUIRE(built.messages.size() == 1);
  CHECK(built.messages[0].line == 2);
  CHECK(built.messages[0].text.find("nowhere.h") != std::string::npos);
}

TEST_CASE("what the translator rejects is a message") {
  const Workshop shop;
  const BuildResult built = shop.build("a.cu", "int main() {}  // none\nint TRANSLATOR_ERROR;\n");
  CHECK_FALSE(built.ok);
  REQUIRE(built.messages.size() == 1);
  CHECK(built.messages[0].line == 2);
  CHECK(built.messages[0].text == "inline PTX runs only on a GPU");
}

TEST_CASE("both of two wrong sources give their messages") {
  const Workshop shop;
  BuildRequest request = shop.request("a.cu", "int f() { return one; }\n");
  request.sources.push_back(shop.write("b.cu", "int main() { return two; }\n"));
  const BuildResult built = shop.build(request);
  REQUIRE(built.messages.size() == 2);
  CHECK(built.messages[0].text.find("one") != std::string::npos);
  CHECK(built.messages[1].text.find("two") != std::string::npos);
}

TEST_CASE("a program without main is told so") {
  const Workshop shop;
  const BuildResult built = shop.build("a.cu", "int f() { return 1; }\n");
  CHECK_FALSE(built.ok);
  REQUIRE(built.messages.size() == 1);
  CHECK(built.messages[0].text.find("no main function") != std::string::npos);
}

TEST_CASE("a function defined twice is named") {
  const Workshop shop;
  BuildRequest request =
      shop.request("a.cu", "int f() { return 1; }\nint main() { return f(); }\n");
  request.sources.push_back(shop.write("b.cu", "int f() { return 2; }\n"));
  const BuildResult built = shop.build(request);
  REQUIRE(built.messages.size() == 1);
  CHECK(built.messages[0].text.find("`f()` is defined twice") != std::string::npos);
}
