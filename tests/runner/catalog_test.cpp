#include "catalog.h"

#include "catch.hpp"
#include "failure.h"
#include "temporary_folder.h"

using warpup::Catalog;

TEST_CASE("lessons come in the order of their numbers") {
  const TemporaryFolder course;
  course.write("lessons/zz/lesson.toml", manifest(1, "first"));
  course.write("lessons/aa/lesson.toml", manifest(2, "second"));
  course.write("lessons/not_a_lesson/README.md", "");
  const Catalog catalog = Catalog::load(course.path());
  REQUIRE(catalog.lessons().size() == 2);
  CHECK(catalog.lessons()[0].name == "first");
  CHECK(catalog.problems().empty());
}

TEST_CASE("a broken manifest leaves out its own lesson and no other") {
  const TemporaryFolder course;
  course.write("lessons/01_good/lesson.toml", manifest(1, "good"));
  course.write("lessons/02_bad/lesson.toml", "number = \n");
  const Catalog catalog = Catalog::load(course.path());
  CHECK(catalog.lessons().size() == 1);
  REQUIRE(catalog.problems().size() == 1);
  CHECK(catalog.has_errors());
  CHECK(warpup::problem_text(catalog.problems()[0]).find("02_bad/lesson.toml:1: ") !=
        std::string::npos);
}

TEST_CASE("catalog rejects two lessons with one number, naming both") {
  const TemporaryFolder course;
  course.write("lessons/07_reduce/lesson.toml", manifest(7, "reduce"));
  course.write("lessons/07_scan/lesson.toml", manifest(7, "scan"));
  const Catalog catalog = Catalog::load(course.path());
  CHECK(catalog.lessons().size() == 2);
  REQUIRE(catalog.problems().size() == 1);
  CHECK(catalog.problems()[0].error);
  CHECK(catalog.problems()[0].message.find("07_reduce and 07_scan") != std::string::npos);
}

TEST_CASE("catalog rejects two lessons or two exercises with one name") {
  const TemporaryFolder course;
  course.write("lessons/01_a/lesson.toml", manifest(1, "same", exercise("sum")));
  course.write("lessons/02_b/lesson.toml", manifest(2, "same", exercise("sum")));
  const Catalog catalog = Catalog::load(course.path());
  CHECK(catalog.problems().size() == 2);
  CHECK(catalog.has_errors());
}

TEST_CASE("an exercise knows its lesson") {
  const TemporaryFolder course;
  course.write("lessons/01_a/lesson.toml", manifest(1, "one", exercise("sum")));
  course.write("lessons/02_b/lesson.toml", manifest(2, "two", exercise("max")));
  const Catalog catalog = Catalog::load(course.path());
  REQUIRE(catalog.exercises().size() == 2);
  CHECK(catalog.lesson_of(*catalog.exercises()[1]).name == "two");
}

TEST_CASE("a folder without lessons is a usage failure") {
  const TemporaryFolder course;
  CHECK_THROWS_AS(Catalog::load(course.path()), warpup::Failure);
}
