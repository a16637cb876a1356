#include "catch.hpp"
#include "program.h"

TEST_CASE("without a command the help is shown") {
  const Ran ran = run_warpup({});
  CHECK(ran.exit_code == 0);
  CHECK(ran.says("Subcommands:"));
  CHECK(run_warpup({"--help"}).exit_code == 0);
  CHECK(run_warpup({"--version"}).says("warpup "));
}

TEST_CASE("an unknown command names the nearest") {
  const Ran ran = run_warpup({"chekc", "block_sum"});
  CHECK(ran.exit_code == 2);
  CHECK(ran.complains("the nearest: check"));
  CHECK(ran.out.empty());
}

TEST_CASE("a bare number is advised to be run") {
  CHECK(run_warpup({"7"}).complains("next: warpup run 7"));
}

TEST_CASE("an unknown option names the nearest, before or after the command") {
  CHECK(run_warpup({"--jsn", "list"}).complains("the nearest: --json"));
  CHECK(run_warpup({"list", "--jsn"}).complains("the nearest: --json"));
  CHECK(run_warpup({"list", "--jsn"}).exit_code == 2);
}

TEST_CASE("common options stand before or after the command") {
  const CourseCopy course;
  const std::string before = run_warpup({"--json", "--course", ".", "list"}, course.path()).out;
  const std::string after = run_warpup({"list", "--course", ".", "--json"}, course.path()).out;
  CHECK_FALSE(before.empty());
  CHECK(before == after);
}

TEST_CASE("wrong values of options are usage errors") {
  CHECK(run_warpup({"list", "--backend", "gpu"}).exit_code == 2);
  CHECK(run_warpup({"list", "--timeout", "-1"}).exit_code == 2);
  CHECK(run_warpup({"list", "--seed", "many"}).exit_code == 2);
  CHECK(run_warpup({"list", "extra"}).exit_code == 2);
}

TEST_CASE("a course that is not there is a usage error") {
  const Ran ran = run_warpup({"--course", "/nowhere", "list"});
  CHECK(ran.exit_code == 2);
  CHECK(ran.complains("holds no course"));
}

TEST_CASE("every failure names the next command to type") {
  const CourseCopy course;
  const std::vector<std::vector<std::string>> failures = {{"run"},
                                                          {"run", "99"},
                                                          {"run", "passes"},
                                                          {"check", "nothing"},
                                                          {"hint", "nothing"},
                                                          {"solution"},
                                                          {"solution", "fails"},
                                                          {"reset", "nothing"},
                                                          {"try", "missing.cu"},
                                                          {"lst"}};
  for (const auto& arguments : failures) {
    const Ran ran = course.run(arguments);
    INFO(arguments[0]);
    CHECK(ran.exit_code != 0);
    CHECK(ran.complains("next: "));
  }
}

TEST_CASE("a number that no lesson has gets the nearest one") {
  const CourseCopy course;
  const Ran list = course.run({"run", "99"});
  CHECK(list.exit_code == 2);
  CHECK(list.complains("there is no lesson 99; the nearest: "));
  CHECK_FALSE(list.complains("the nearest: 01"));
}

TEST_CASE("a failure is an event, too, under --json") {
  const CourseCopy course;
  const Ran ran = course.run({"run", "99", "--json"});
  CHECK(ran.exit_code == 2);
  CHECK(ran.says("{\"event\":\"failure\",\"message\":\"there is no lesson"));
  CHECK(ran.complains("next: "));
}
