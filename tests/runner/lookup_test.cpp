#include "lookup.h"

#include "catch.hpp"
#include "failure.h"
#include "temporary_folder.h"

using warpup::Catalog;
using warpup::Failure;
using warpup::find_exercise;
using warpup::find_exercises;
using warpup::find_lessons;

namespace {

std::string chapter(const std::string& number, const std::string& caption) {
  return "[[chapter]]\nnumber = \"" + number + "\"\ncaption = \"" + caption +
         "\"\ndescription = \"D\"\n";
}

// Two lessons with three exercises, and one that is broken.
Catalog small_catalog() {
  const TemporaryFolder course;
  course.write("lessons/01_init/lesson.toml",
               manifest(1, "init",
                        chapter("driver 1.4", "contexts") + chapter("driver-1.8", "last") +
                            chapter("1.1", "hello") + exercise("query")));
  course.write("lessons/07_reduce/lesson.toml",
               manifest(7, "reduce",
                        chapter("1.8", "reduce-sum") + exercise("block_sum") + exercise("argmax")));
  course.write("lessons/08_atomic/lesson.toml", "number = 8\n");
  return Catalog::load(course.path());
}

std::string found(const std::string& typed) {
  const Catalog catalog = small_catalog();
  return find_lessons(catalog, typed, "run").front()->name;
}

// What the failure says, and the command that it advises.
std::string failure_of(const std::string& typed, bool exercise = false) {
  const Catalog catalog = small_catalog();
  try {
    if (exercise) {
      find_exercises(catalog, typed, "check");
    } else {
      find_lessons(catalog, typed, "run");
    }
  } catch (const Failure& failure) {
    CHECK(failure.exit_code() == warpup::kExitUsage);
    return std::string(failure.what()) + " | " + failure.next();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a lesson is found by number, name, folder, path or chapter") {
  for (const char* typed : {"7", "07", "reduce", "Reduce", "07_reduce", "lessons/07_reduce/", "1.8",
                            "runtime-1.8", "Runtime 1.8", "reduce-sum"}) {
    CHECK(found(typed) == "reduce");
  }
  for (const char* typed : {"1", "1.1", "driver-1.4", "Driver 1.4", "1.4", "driver-1.8"}) {
    CHECK(found(typed) == "init");
  }
}

TEST_CASE("a number of two parts is the runtime's chapter, and the user is told of the other") {
  const Catalog catalog = small_catalog();
  CHECK(found("1.8") == "reduce");
  const std::string told = warpup::other_chapters(catalog, "1.8");
  CHECK(contains(told, "1.8 (lesson 07 reduce)"));
  CHECK(contains(told, "driver-1.8 (lesson 01 init)"));
  for (const char* clear : {"driver-1.8", "runtime-1.8", "1.4", "1.1", "7", "reduce"}) {
    CHECK(warpup::other_chapters(catalog, clear).empty());
  }
}

TEST_CASE("a chapter that no lesson covers is no misspelt name") {
  CHECK(contains(failure_of("1.99"), "no lesson covers chapter 1.99"));
  CHECK(contains(failure_of("driver-2.1"), "| warpup list --chapters"));
}

TEST_CASE("an unknown lesson gets the nearest names and a command to type") {
  const std::string text = failure_of("redcue");
  CHECK(contains(text, "no lesson \"redcue\""));
  CHECK(contains(text, "| warpup run reduce"));
}

TEST_CASE("an exercise is no lesson, and the failure says where it belongs") {
  CHECK(contains(failure_of("block_sum"), "| warpup check block_sum"));
  CHECK(contains(failure_of("7.2"), "| warpup check argmax"));
}

TEST_CASE("a lesson with a broken manifest is not unknown") {
  for (const char* typed : {"8", "atomic", "08_atomic"}) {
    CHECK(contains(failure_of(typed), "08_atomic/lesson.toml:1: name is missing"));
  }
}

TEST_CASE("an exercise is found by number, name or path; a lesson means all of its exercises") {
  const Catalog catalog = small_catalog();
  for (const char* typed : {"7.1", "block_sum", "BLOCK_SUM", "exercises/07_reduce/block_sum.cu"}) {
    CHECK(find_exercise(catalog, typed, "check").name == "block_sum");
  }
  CHECK(find_exercises(catalog, "reduce", "check").size() == 2);
  CHECK(find_exercises(catalog, "7", "check").size() == 2);
  CHECK_THROWS_AS(find_exercise(catalog, "reduce", "hint"), Failure);
}

TEST_CASE("an unknown exercise gets the nearest names") {
  CHECK(contains(failure_of("nothing", true), "the nearest: "));
  CHECK(contains(failure_of("blocksum", true), "| warpup check block_sum"));
}

TEST_CASE("a number that two lessons have is ambiguous, and both are named") {
  const TemporaryFolder course;
  course.write("lessons/07_reduce/lesson.toml", manifest(7, "reduce"));
  course.write("lessons/07_scan/lesson.toml", manifest(7, "scan"));
  const Catalog catalog = Catalog::load(course.path());
  std::string message;
  try {
    find_lessons(catalog, "7", "run");
  } catch (const Failure& failure) {
    message = failure.what();
  }
  CHECK(contains(message, "reduce"));
  CHECK(contains(message, "scan"));
  CHECK(find_lessons(catalog, "scan", "run").size() == 1);
}
