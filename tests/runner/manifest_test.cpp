#include "manifest.h"

#include "catch.hpp"
#include "temporary_folder.h"

using warpup::ManifestResult;
using warpup::parse_manifest;

namespace {

ManifestResult parse(const std::string& text) {
  return parse_manifest(text, "/course/lessons/07_reduce/lesson.toml", "/course");
}

}  // namespace

TEST_CASE("a manifest gives a lesson with its exercises in order") {
  const ManifestResult result = parse(R"(number = 7
name = "reduce"
title = "Reduce"
summary = "Many numbers become one."
needs = ["cc >= 9.0"]
time_limit = 60

[[chapter]]
number = "1.8"
caption = "reduce-sum"
description = "A sum."

[[chapter]]
number = "driver-1.4"
caption = "contexts"
description = "Their stack."

[[exercise]]
name = "block_sum"
title = "The tree"
hints = ["one", "two", "three"]
time_limit = 2.5

[[exercise]]
name = "argmin_rows"
title = "Rows"
hints = ["one", "two", "three"]
)");
  REQUIRE(result.lesson);
  CHECK(result.problems.empty());
  CHECK(result.lesson->label() == "07");
  REQUIRE(result.lesson->chapters.size() == 2);
  const warpup::Chapter& chapter = result.lesson->chapters[0];
  CHECK(chapter.part == "runtime");
  CHECK(chapter.label() == "1.8");
  CHECK(chapter.caption == "reduce-sum");
  CHECK(chapter.description == "A sum.");
  CHECK(result.lesson->chapters[1].part == "driver");
  CHECK(result.lesson->chapters[1].label() == "driver-1.4");
  CHECK(result.lesson->needs == std::vector<std::string>{"cc >= 9.0"});
  REQUIRE(result.lesson->exercises.size() == 2);
  const warpup::Exercise& first = result.lesson->exercises[0];
  CHECK(first.label() == "7.1");
  CHECK(first.time_limit == 2.5);
  CHECK(first.file == "/course/exercises/07_reduce/block_sum.cu");
  CHECK(first.solution == "/course/solutions/07_reduce/block_sum.cu");
  CHECK(first.judge == "/course/lessons/07_reduce/judges/block_sum.cu");
  CHECK(first.pristine == "/course/lessons/07_reduce/pristine/block_sum.cu");
  CHECK(result.lesson->exercises[1].time_limit == 60);  // the lesson's
}

TEST_CASE("a syntax error is reported with its line") {
  const ManifestResult result = parse("number = 7\nname = \"reduce\"\ntitle = \n");
  CHECK_FALSE(result.lesson);
  REQUIRE(result.problems.size() == 1);
  CHECK(result.problems[0].error);
  CHECK(result.problems[0].line == 3);
  CHECK_FALSE(result.problems[0].message.empty());
  CHECK(result.problems[0].message.find("[error]") == std::string::npos);
}

TEST_CASE("a missing or mistyped key is an error with its line") {
  const ManifestResult missing = parse("number = 7\nname = \"reduce\"\nsummary = \"s\"\n");
  CHECK_FALSE(missing.lesson);
  REQUIRE(missing.problems.size() == 1);
  CHECK(missing.problems[0].message == "title is missing");

  const ManifestResult typed = parse(manifest(7, "reduce", "time_limit = \"long\"\n"));
  CHECK_FALSE(typed.lesson);
  REQUIRE(typed.problems.size() == 1);
  CHECK(typed.problems[0].line == 5);
}

TEST_CASE("every mistake of a manifest is reported, not just the first") {
  const ManifestResult result = parse("number = -1\nname = \"Re duce\"\nneeds = [1.8]\n");
  CHECK_FALSE(result.lesson);
  CHECK(result.problems.size() == 5);  // number, name, title, summary, needs
}

TEST_CASE("an unknown key is a warning that names the nearest one") {
  const ManifestResult result = parse(manifest(7, "reduce", "time_limt = 3\n"));
  REQUIRE(result.lesson);
  REQUIRE(result.problems.size() == 1);
  CHECK_FALSE(result.problems[0].error);
  CHECK(result.problems[0].line == 5);
  CHECK(result.problems[0].message.find("time_limit") != std::string::npos);
}

TEST_CASE("an exercise with other than three hints is a warning") {
  const ManifestResult result = parse(
      manifest(7, "reduce", "[[exercise]]\nname = \"a\"\ntitle = \"T\"\nhints = [\"one\"]\n"));
  REQUIRE(result.lesson);
  REQUIRE(result.problems.size() == 1);
  CHECK_FALSE(result.problems[0].error);
}

TEST_CASE("a lesson's own options stand in the manifest") {
  const auto good = parse(manifest(
      7, "reduce", "[[option]]\nname = \"image\"\nvalue = \"FILE\"\nhelp = \"A picture\"\n"));
  REQUIRE(good.lesson);
  REQUIRE(good.lesson->options.size() == 1);
  CHECK(good.lesson->options[0].name == "image");
  CHECK(good.lesson->options[0].value == "FILE");
  CHECK(good.lesson->options[0].help == "A picture");
  CHECK_FALSE(parse(manifest(7, "reduce", "[[option]]\nname = \"image\"\n")).lesson);
  CHECK_FALSE(parse(manifest(7, "reduce", "option = \"image\"\n")).lesson);
}

TEST_CASE("exercises that are no list of tables are an error") {
  CHECK_FALSE(parse(manifest(7, "reduce", "exercise = [\"block_sum\"]\n")).lesson);
  CHECK_FALSE(parse(manifest(7, "reduce", "[exercise]\nname = \"a\"\n")).lesson);
}

TEST_CASE("a chapter without a number of the course is an error with its line") {
  const auto with = [](const std::string& keys) {
    return parse(manifest(7, "reduce", "[[chapter]]\n" + keys + "description = \"D\"\n"));
  };
  CHECK(with("number = \"1.8\"\ncaption = \"c\"\n").problems.empty());
  for (const char* number : {"\"eight\"", "\"1\"", "1.8", "\"1.8.\"", "\"driver\""}) {
    const ManifestResult result =
        with("number = " + std::string(number) + "\ncaption = \"reduce-sum\"\n");
    CHECK_FALSE(result.lesson);
    REQUIRE(result.problems.size() == 1);
    CHECK(result.problems[0].line >= 5);
    CHECK(result.problems[0].message.find("number") == 0);
  }
  const ManifestResult nameless = with("number = \"1.8\"\n");
  REQUIRE(nameless.problems.size() == 1);
  CHECK(nameless.problems[0].message == "caption is missing");
  CHECK_FALSE(parse(manifest(7, "reduce", "chapter = [\"1.8\"]\n")).lesson);
}

TEST_CASE("chapters stand in the order of the course") {
  const auto before = [](const char* a, const char* b) {
    const auto chapter = [](const char* text) {
      const warpup::ChapterName name = warpup::parse_chapter_name(text);
      return warpup::Chapter{name.part, name.number, "", ""};
    };
    return warpup::comes_before(chapter(a), chapter(b));
  };
  CHECK(before("runtime-1.9", "runtime-1.10"));
  CHECK_FALSE(before("runtime-1.10", "runtime-1.9"));
  CHECK(before("driver-1.5", "runtime-1.1"));
  CHECK(before("runtime-1.5", "runtime-1.5.2"));
}

TEST_CASE("a manifest that can't be read is an error") {
  const ManifestResult result =
      warpup::read_manifest("/nowhere/lessons/01_a/lesson.toml", "/nowhere");
  CHECK_FALSE(result.lesson);
  CHECK(result.problems.size() == 1);
}

TEST_CASE("a manifest that is not UTF-8 is an error with its line") {
  const auto result = parse("number = 7\nname = 't\xd2\xc9'\n");
  CHECK_FALSE(result.lesson);
  REQUIRE(result.problems.size() == 1);
  CHECK(result.problems[0].line == 2);
}

TEST_CASE("a number that no integer holds is an error with words") {
  const auto result = parse("number = 99999999999999999999\n");
  CHECK_FALSE(result.lesson);
  REQUIRE_FALSE(result.problems.empty());
  CHECK_FALSE(result.problems[0].message.empty());
}
