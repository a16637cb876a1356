#include "progress.h"

#include <sys/stat.h>

#include "catch.hpp"
#include "temporary_folder.h"

using warpup::Progress;

namespace {

constexpr const char* kFile = ".warpup/progress.json";

}  // namespace

TEST_CASE("progress is kept by the name of the exercise") {
  const TemporaryFolder course;
  Progress progress = Progress::load(course.path());
  CHECK_FALSE(progress.exercise("block_sum").passed);
  progress.record_hint("block_sum", 2);
  progress.record_hint("block_sum", 1);
  progress.record_pass("block_sum", "cpu", "abc");
  progress.record_pass("block_sum", "cuda", "def");
  progress.record_pass("block_sum", "cpu", "def");

  const warpup::ExerciseRecord record = Progress::load(course.path()).exercise("block_sum");
  CHECK(record.passed);
  CHECK(record.hints == 2);
  CHECK(record.hash == "def");
  CHECK(record.backends == std::vector<std::string>{"cpu", "cuda"});
}

TEST_CASE("two sessions lose nothing of each other's") {
  const TemporaryFolder course;
  Progress one = Progress::load(course.path());
  Progress two = Progress::load(course.path());
  one.record_pass("a", "cpu", "");
  two.record_pass("b", "cpu", "");
  const Progress both = Progress::load(course.path());
  CHECK(both.exercise("a").passed);
  CHECK(both.exercise("b").passed);
}

TEST_CASE("a damaged file is set aside with a message, and kept") {
  const TemporaryFolder course;
  for (const char* text : {"{\"version\": 1, \"exer", "[]", "{}", "{\"version\": \"one\"}"}) {
    course.write(kFile, text);
    const Progress progress = Progress::load(course.path());
    CHECK(progress.message().find("is damaged") != std::string::npos);
    CHECK_FALSE(progress.exercise("a").passed);
  }
  CHECK(course.read(".warpup/progress.json.damaged-1") == "{\"version\": 1, \"exer");
  CHECK(course.read(".warpup/progress.json.damaged-2") == "[]");
}

TEST_CASE("a file of a newer version is set aside, and kept") {
  const TemporaryFolder course;
  const std::string newer = R"({"version": 2, "exercises": {"a": {"passed": true}}})";
  course.write(kFile, newer);
  Progress progress = Progress::load(course.path());
  CHECK(progress.message().find("newer") != std::string::npos);
  progress.record_pass("b", "cpu", "");
  CHECK(course.read(".warpup/progress.json.newer-1") == newer);
  CHECK(Progress::load(course.path()).message().empty());
}

TEST_CASE("what this version does not know is kept") {
  const TemporaryFolder course;
  course.write(kFile, R"({"version": 1, "theme": "dark",
                          "exercises": {"a": {"passed": true, "stars": 3}, "b": 7}})");
  Progress progress = Progress::load(course.path());
  CHECK(progress.exercise("a").passed);
  CHECK_FALSE(progress.exercise("b").passed);
  progress.record_hint("a", 1);
  const std::string text = course.read(kFile);
  CHECK(text.find("\"theme\": \"dark\"") != std::string::npos);
  CHECK(text.find("\"stars\": 3") != std::string::npos);
  CHECK(text.find("\"b\": 7") != std::string::npos);
}

TEST_CASE("fields of other types count as absent") {
  const TemporaryFolder course;
  course.write(kFile, R"({"version": 1, "exercises": {"a": {"passed": "yes", "hints": []}}})");
  const Progress progress = Progress::load(course.path());
  CHECK_FALSE(progress.exercise("a").passed);
  CHECK(progress.exercise("a").hints == 0);
}

TEST_CASE("no half-written file is left behind") {
  const TemporaryFolder course;
  Progress progress = Progress::load(course.path());
  progress.record_pass("a", "cpu", "");
  for (const auto& entry : std::filesystem::directory_iterator(course.path() / ".warpup")) {
    CHECK(entry.path().extension() != ".tmp");
  }
}
