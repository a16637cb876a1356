// Whole programs: they build in both variants without a warning, run, and find what they expect.
#include "catch.hpp"
#include "toolchain.h"

namespace {

void check_program(const std::string& name) {
  const Built fast = build_program(name, Variant::kFast);
  CHECK(fast.errors == "");
  CHECK(fast.messages == "");
  REQUIRE(fast.compiled);
  std::string output;
  CHECK(run_command(fast.program + " 2>&1", output) == 0);
  CHECK(output == "");
  const Built checked = build_program(name, Variant::kCheck);
  CHECK(checked.messages == "");
  CHECK(checked.compiled);
}

}  // namespace

TEST_CASE("kernels of every form run") { check_program("kernels"); }
TEST_CASE("launches of every form run") { check_program("launches"); }
TEST_CASE("shared variables of every form are shared") { check_program("shared"); }
TEST_CASE("device symbols are told from their host shadows") { check_program("symbols"); }
TEST_CASE("lambdas and members keep their meaning") { check_program("lambdas"); }
