#include "needs.h"

#include "catch.hpp"

using warpup::Backend;
using warpup::unmet_need;

TEST_CASE("needs of a GPU are met by the cuda backend alone") {
  CHECK(unmet_need({}, Backend::kCpu, "").empty());
  CHECK_FALSE(unmet_need({"gpu"}, Backend::kCpu, "").empty());
  CHECK(unmet_need({"gpu"}, Backend::kCuda, "7.5").empty());
}

TEST_CASE("compute capabilities compare as numbers") {
  CHECK(unmet_need({"cc >= 9.0"}, Backend::kCuda, "9.0").empty());
  CHECK(unmet_need({"cc >= 9.0"}, Backend::kCuda, "10.0").empty());
  CHECK_FALSE(unmet_need({"cc >= 9.0"}, Backend::kCuda, "8.9").empty());
  CHECK_FALSE(unmet_need({"gpu", "cc >= 8.0"}, Backend::kCuda, "7.5").empty());
}

TEST_CASE("an unknown need is not met") {
  CHECK(unmet_need({"luck"}, Backend::kCuda, "9.0").find("luck") != std::string::npos);
}
