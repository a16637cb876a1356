// Compiler output as messages; the samples are what g++ 12, nvcc 13 and ld print.
#include "catch.hpp"
#include "compiler_messages.h"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;

TEST_CASE("generated names become what was written") {
  CHECK(plain_names("'warpup_dev_table' was not declared") == "'table' was not declared");
}
