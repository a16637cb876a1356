#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "program.h"
#include "text_file.h"

TEST_CASE("each outcome of an exercise has its exit code") {
  const CourseCopy course;
  const std::vector<std::pair<std::string, int>> exercises = {
      {"passes", 0},  {"fails", 1}, {"diagnosed", 1}, {"unbuilt", 3},
      {"crashes", 4}, {"hangs", 5}, {"silent", 1},    {"untouched", 1}};
  for (const auto& [name, code] : exercises) {
    INFO(name);
    const Ran ran = course.run({"check", name});
    CHECK(ran.exit_code == code);
    CHECK(ran.says("exercises/02_outcomes/" + name + ".cu"));
    CHECK(ran.says("next: warpup "));
  }
}

TEST_CASE("a pass is recorded, and the next exercise named") {
  const CourseCopy course;
  CHECK(course.run({"check"}).says("next: warpup check fails"));
  CHECK(course.run({"list"}).says("✓ 2.1  passes"));
  course.write("exercises/02_outcomes/passes.cu", "int add(int a, int b) { return b + a; }\n");
  CHECK(course.run({"list"}).says("passed, edited since"));
  CHECK(course.run({"check"}).says("exercise 2.2 fails"));
}

TEST_CASE("a diagnosis is shown with both sides, and counts more than a good verdict") {
  const CourseCopy course;
  const Ran ran = course.run({"check", "2.3"});
  CHECK(ran.says("fault: race-shared  exercises/02_outcomes/diagnosed.cu:4"));
  CHECK(ran.says("thread (33,0,0) of block (2,0,0) in reverse_kernel"));
  CHECK(ran.says("write by thread (1,0,0)"));
  CHECK(ran.says("note: leak"));
  CHECK_FALSE(course.run({"list"}).says("✓ 2.3"));
}

TEST_CASE("a failure shows evidence, a compiler error its line") {
  const CourseCopy course;
  CHECK(course.run({"check", "fails"}).says("expected 5, got -1"));
  CHECK(course.run({"check", "unbuilt"}).says("did not build: exercise 2.4 unbuilt: "));
  CHECK(course.run({"check", "unbuilt"}).says("unbuilt.cu:5:"));
}

TEST_CASE("an untouched exercise says what is to be done, and is not built") {
  const CourseCopy course;
  const Ran ran = course.run({"check", "untouched"});
  CHECK(ran.says("untouched.cu:3: TODO: return the sum of a and b, and"));
  CHECK(ran.says("nothing written yet"));
}

TEST_CASE("--source judges another file and records nothing") {
  const CourseCopy course;
  const Ran ran = course.run({"check", "fails", "--source", "solutions/02_outcomes/fails.cu"});
  CHECK(ran.exit_code == 0);
  CHECK_FALSE(std::filesystem::exists(course.path() / ".warpup/progress.json"));
  CHECK(course.run({"check", "untouched", "--source", "exercises/02_outcomes/untouched.cu"})
            .exit_code == 1);
  CHECK(course.run({"check", "--source", "x.cu"}).exit_code == 2);
}

TEST_CASE("hints come one level at a time, and are remembered") {
  const CourseCopy course;
  CHECK(course.run({"hint", "passes"}).says("hint 1 of 3"));
  const Ran second = course.run({"hint", "passes"});
  CHECK(second.says("hint 2 of 3"));
  CHECK(second.says("__shared__ memory"));  // bars are no emphasis
  CHECK(course.run({"hint", "passes"}).says("hint 3 of 3"));
  CHECK(course.run({"hint", "passes"}).says("hint 3 of 3"));
  CHECK(course.run({"hint", "passes", "--level", "1"}).says("hint 1 of 3"));
  CHECK(course.run({"hint", "passes", "--level", "4"}).exit_code == 2);
  CHECK(course.run({"list"}).says("3 hints"));
}

TEST_CASE("the solution is a diff, after a pass or an explicit yes") {
  const CourseCopy course;
  const Ran refused = course.run({"solution", "fails"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.complains("warpup solution fails --yes"));
  const Ran shown = course.run({"solution", "fails", "--yes"});
  CHECK(shown.exit_code == 0);
  CHECK(shown.says("-  return a - b;\n+  return a + b;\n"));
  course.run({"check", "passes"});
  CHECK(course.run({"solution", "passes"}).says("line by line"));
}

TEST_CASE("reset brings the exercise back and keeps the old text") {
  const CourseCopy course;
  const std::string own = course.read("exercises/02_outcomes/fails.cu");
  CHECK(course.run({"reset", "fails"}).says("fails.cu.bak1"));
  CHECK(course.read("exercises/02_outcomes/fails.cu") ==
        course.read("lessons/02_outcomes/pristine/fails.cu"));
  CHECK(course.read("exercises/02_outcomes/fails.cu.bak1") == own);
  CHECK_FALSE(course.run({"reset", "fails"}).says(".bak"));  // nothing to keep
  course.write("exercises/02_outcomes/fails.cu", "int x;\n");
  course.run({"reset", "fails"});
  CHECK(course.read("exercises/02_outcomes/fails.cu.bak2") == "int x;\n");
  std::filesystem::remove(course.path() / "exercises/02_outcomes/fails.cu");
  CHECK(course.run({"check", "fails"}).complains("next: warpup reset fails"));
  CHECK(course.run({"reset", "fails"}).exit_code == 0);
}

TEST_CASE("--json of a check ends in its result") {
  const CourseCopy course;
  const Ran ran = course.run({"check", "fails", "--json"});
  CHECK(ran.exit_code == 1);
  const auto result = nlohmann::json::parse(warpup::split_lines(ran.out).back());
  CHECK(result["event"] == "result");
  CHECK(result["outcome"] == "failed");
  CHECK(result["checks_failed"] == 1);
}
