// What the machine offers for the cuda backend.
#include "backend.h"

#include "catch.hpp"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;

TEST_CASE("backends have names") {
  CHECK(std::string(backend_name(Backend::kCpu)) == "cpu");
  CHECK(std::string(backend_name(Backend::kCuda)) == "cuda");
}

TEST_CASE("a machine without nvcc does not use the cuda backend, and says why") {
  const Workshop shop;
  const CudaStatus status = detect_cuda(shop.toolchain);
  CHECK_FALSE(status.nvcc);
  CHECK_FALSE(status.usable());
  CHECK_FALSE(status.why_not.empty());
}

TEST_CASE("detection agrees with itself") {
  const CudaStatus status = detect_cuda();
  CHECK(status.usable() == (detect_backend() == Backend::kCuda));
  CHECK(status.usable() == status.why_not.empty());
  if (status.gpu) CHECK(status.compute_capability.find('.') != std::string::npos);
}
