#include "ctest_line.h"

#include "catch.hpp"

using warpup::ends_test_output;
using warpup::parse_ctest_line;
using State = warpup::TestResult::State;

TEST_CASE("results of tests as CTest prints them") {
  const auto passed =
      parse_ctest_line("1/6 Test #1: good .............................   Passed    0.01 sec");
  REQUIRE(passed);
  CHECK(passed->name == "good");
  CHECK(passed->state == State::kPassed);
  CHECK(passed->seconds == "0.01");
  const auto failed = parse_ctest_line(
      " 12/100 Test  #3: runner_x .....***Failed  Required regular expression not found. 1.00 sec");
  REQUIRE(failed);
  CHECK(failed->state == State::kFailed);
  const auto crashed =
      parse_ctest_line("5/6 Test #6: crash ............***Exception: SegFault  0.01 sec");
  REQUIRE(crashed);
  CHECK(crashed->outcome == "Exception: SegFault");
  CHECK(parse_ctest_line("3/6 Test #4: s ....***Skipped   0.00 sec")->state == State::kSkipped);
  CHECK(parse_ctest_line("3/6 Test #4: s ....***Not Run (Disabled)   0.00 sec")->state ==
        State::kSkipped);
  CHECK(parse_ctest_line("4/6 Test #5: gone .....***Not Run   0.00 sec")->state == State::kFailed);
}

TEST_CASE("other lines are no results") {
  for (const char* line :
       {"", "    Start 4: skipped", "  2 - a_bad_one (Failed)", "got 4", "Test time"}) {
    CHECK_FALSE(parse_ctest_line(line));
  }
  CHECK(ends_test_output("    Start 4: skipped"));
  CHECK(ends_test_output("33% tests passed, 4 tests failed out of 6"));
  CHECK_FALSE(ends_test_output("Starting"));
}
