// What the course covers is shown by a step that exists: coverage.txt names topics and places.
#include "coverage.h"

#include <set>

#include "catch.hpp"
#include "course_files.h"

namespace fs = std::filesystem;

namespace {

const fs::path kCourse = WARPUP_COURSE;

std::string dump(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("every topic of the course is shown by a step, chapter or exercise that exists") {
  const std::set<std::string> places = places_of(kCourse);
  const Coverage coverage = parse_coverage(read_text(kCourse / "tests/lessons/coverage.txt"));
  CHECK(dump(coverage.problems) == "");
  CHECK(coverage.topics.size() > 50);
  for (const Topic& topic : coverage.topics) {
    for (const std::string& place : topic.places) {
      INFO("tests/lessons/coverage.txt:" << topic.line << ": " << topic.text << ": no " << place);
      CHECK(places.count(place) == 1);
    }
  }
}

TEST_CASE("steps, chapters and exercises are places") {
  const std::set<std::string> places = places_of(kCourse);
  CHECK(places.count("reduce/sum_101") == 1);
  CHECK(places.count("chapter 1.8") == 1);
  CHECK(places.count("exercise block_sum") == 1);
  CHECK(places.count("reduce/no_such_step") == 0);
}

TEST_CASE("lines of a coverage file") {
  const Coverage good = parse_coverage("# comment\n\na sum -> reduce/sum_101, chapter 1.8\n");
  REQUIRE(good.topics.size() == 1);
  CHECK(good.problems.empty());
  CHECK(good.topics[0].line == 3);
  CHECK(good.topics[0].text == "a sum");
  CHECK(good.topics[0].places == std::vector<std::string>{"reduce/sum_101", "chapter 1.8"});
}

TEST_CASE("a topic without a place, or twice, is a problem") {
  CHECK(parse_coverage("a sum\n").problems == std::vector<std::string>{"line 1: no ` -> `"});
  CHECK(parse_coverage("a sum -> \n").problems ==
        std::vector<std::string>{"line 1: no place behind ` -> `"});
  CHECK(parse_coverage("a sum -> a/b,, c/d\n").problems ==
        std::vector<std::string>{"line 1: an empty place"});
  CHECK(parse_coverage("a sum -> a/b\na sum -> a/c\n").problems ==
        std::vector<std::string>{"line 2: \"a sum\" is there already"});
}
