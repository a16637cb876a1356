// A judge calls a function that the learner's file does not have.
#include "catch.hpp"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;

namespace {

constexpr const char* kJudge = R"(// float block_sum(int wrong);
#include <cstdio>
float block_sum(const float* d_in,
                int n);
int main() { return block_sum(nullptr, 0) > 0; }
)";

BuildResult judged(const Workshop& shop, const std::string& text) {
  BuildRequest request = shop.request("block_sum.cu", text);
  request.cached_sources = {shop.write("judge.cu", kJudge)};
  return shop.build(request);
}

}  // namespace

TEST_CASE("a missing function is named as the judge declares it") {
  const Workshop shop;
  const BuildResult built = judged(shop, "int other;\n");
  CHECK_FALSE(built.ok);
  REQUIRE(built.messages.size() == 1);
  CHECK(
      built.messages[0].text ==
      "exercise block_sum: the function `float block_sum(const float* d_in, int n)` is missing or "
      "has other parameters");
  CHECK(built.messages[0].file == (shop.root() / "block_sum.cu").string());
  CHECK(built.messages[0].line == 0);
}

TEST_CASE("a function with other parameters is shown where it is") {
  const Workshop shop;
  const BuildResult built =
      judged(shop, "\n// block_sum\nfloat block_sum(const float* in) { return in[0]; }\n");
  REQUIRE(built.messages.size() == 1);
  CHECK(built.messages[0].line == 3);
  CHECK(built.messages[0].text.find("yours is `float block_sum(const float* in)`") !=
        std::string::npos);
}

TEST_CASE("a function that is only called is named without a judge") {
  const Workshop shop;
  const BuildResult built = shop.build(
      "a.cu",
      "namespace ns { float helper(const float*); }\nint main() { return ns::helper(nullptr); }\n");
  REQUIRE(built.messages.size() == 1);
  CHECK(built.messages[0].text.find("`ns::helper(const float*)`") != std::string::npos);
}

TEST_CASE("the right function links") {
  const Workshop shop;
  CHECK(judged(shop, "float block_sum(const float*, int) { return 0; }\n").ok);
}
