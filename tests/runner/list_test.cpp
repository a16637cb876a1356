#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "program.h"
#include "text_file.h"

TEST_CASE("list shows lessons and exercises with their state") {
  const CourseCopy course;
  const Ran ran = course.run({"list"});
  CHECK(ran.exit_code == 0);
  CHECK(ran.says("02     outcomes"));
  CHECK(ran.says("· 2.1  passes"));
  CHECK(ran.says("0 of 8 exercises passed\nnext: warpup check passes\n"));
  CHECK(ran.error.empty());
}

TEST_CASE("list --json prints one object a lesson and an exercise, and nothing else") {
  const CourseCopy course;
  course.write(".warpup/progress.json",
               R"({"version":1,"exercises":{"passes":{"passed":true,"hash":"old"}}})");
  int lessons = 0;
  int exercises = 0;
  for (const std::string& line : warpup::split_lines(course.run({"list", "--json"}).out)) {
    const auto object = nlohmann::json::parse(line);
    if (object["event"] == "lesson") ++lessons;
    if (object["event"] == "exercise") ++exercises;
    if (object["name"] == "passes") {
      CHECK(object["passed"] == true);
      CHECK(object["edited_since"] == true);
      CHECK(object["number"] == "2.1");
    }
  }
  CHECK(lessons == 6);
  CHECK(exercises == 8);
}

TEST_CASE("list --chapters prints a line for each chapter, in the order of the course") {
  const CourseCopy course;
  const Ran ran = course.run({"list", "--chapters", "--quiet"});
  CHECK(ran.exit_code == 0);
  CHECK(ran.out ==
        "chapter: driver-1.4, caption: contexts, description: Text of driver-1.4.\n"
        "chapter: 1.1, caption: hello, description: Text of 1.1.\n"
        "chapter: 1.2, caption: outcomes, description: Text of 1.2.\n"
        "chapter: 1.3, caption: crash, description: Text of 1.3.\n");
  const auto lines = warpup::split_lines(course.run({"list", "--chapters", "--json"}).out);
  REQUIRE(lines.size() == 4);
  const auto first = nlohmann::json::parse(lines[0]);
  CHECK(first["event"] == "chapter");
  CHECK(first["number"] == "driver-1.4");
  CHECK(first["part"] == "driver");
  CHECK(first["lesson"] == 1);
  CHECK(first["name"] == "hello");
}

TEST_CASE("a broken manifest is reported with file and line, and breaks no other lesson") {
  const CourseCopy course;
  course.write("lessons/08_broken/lesson.toml", "number = 8\nname = \n");
  const Ran ran = course.run({"list"});
  CHECK(ran.exit_code == 1);
  CHECK(ran.says("outcomes"));
  CHECK(ran.complains("error: lessons/08_broken/lesson.toml:2: "));
  CHECK(course.run({"run", "8"}).complains("08_broken/lesson.toml:2: "));
}

TEST_CASE("two lessons with one number are an error naming both") {
  const CourseCopy course;
  course.write("lessons/02_again/lesson.toml", manifest(2, "again"));
  const Ran ran = course.run({"list"});
  CHECK(ran.exit_code == 1);
  CHECK(ran.complains("two lessons have number 2: 02_again and 02_outcomes"));
  CHECK(course.run({"run", "2"}).complains("again or outcomes"));
}

TEST_CASE("progress of a newer version is set aside with a message") {
  const CourseCopy course;
  course.write(".warpup/progress.json", R"({"version":9})");
  CHECK(course.run({"list"}).complains("newer"));
  CHECK(course.read(".warpup/progress.json.newer-1") == R"({"version":9})");
}
