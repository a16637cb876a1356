// The toolchain that this build is configured with, where its parts are built.
#include "catch.hpp"
#include "child.h"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSquares = R"(#include <cstdio>
__global__ void squares_kernel(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * i;
}
int main() {
  int* d_out;
  int h_out[100];
  cudaMalloc(&d_out, sizeof(h_out));
  squares_kernel<<<4, 32>>>(d_out, 100);
  cudaMemcpy(h_out, d_out, sizeof(h_out), cudaMemcpyDeviceToHost);
  cudaFree(d_out);
  std::printf("%d", h_out[9]);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
)";

constexpr const char* kWrong = R"(__global__ void wrong_kernel(float* out) {
  __shared__ float tile[32];
  tile.x = 3;
  out[threadIdx.x] = tile[0] + missing;
}
int main() {
  wrong_kernel<<<1, 32>>>(1.5);
}
)";

/// The configured toolchain with a cache of the test's own.
Toolchain real_toolchain(const Workshop& shop) {
  Toolchain toolchain = configured_toolchain();
  toolchain.cache_root = shop.root() / "cache";
  return toolchain;
}

bool is_built(const Toolchain& toolchain) {
  if (fs::exists(toolchain.cu2cpp) && fs::exists(toolchain.cpu_library)) return true;
  WARN("the cpu backend is not built: nothing tested");
  return false;
}

BuildRequest plain_request(const Workshop& shop, const std::string& text) {
  BuildRequest request = shop.request("a.cu", text);
  request.with_lesson_library = false;
  return request;
}

/// The message about line `line`, of whatever compiler.
bool has_error_in_line(const BuildResult& built, int line, const std::string& word) {
  for (const CompilerMessage& message : built.messages) {
    if (message.severity == "error" && message.line == line &&
        message.text.find(word) != std::string::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a kernel is built for the cpu backend and runs, checked and fast") {
  const Workshop shop;
  const Toolchain toolchain = real_toolchain(shop);
  if (!is_built(toolchain)) return;
  BuildRequest request = plain_request(shop, kSquares);
  for (const bool check : {true, false}) {
    request.check = check;
    const BuildResult built = build_program(request, toolchain);
    INFO(built.internal_error << built.raw);
    REQUIRE(built.ok);
    CHECK(output_of(built.program) == "81 0");
    CHECK(build_program(request, toolchain).cached);
  }
}

TEST_CASE("errors in kernels and launches are on their lines, without generated names") {
  const Workshop shop;
  const Toolchain toolchain = real_toolchain(shop);
  if (!is_built(toolchain)) return;
  const BuildResult built = build_program(plain_request(shop, kWrong), toolchain);
  INFO(built.internal_error << listing(built.messages));
  CHECK_FALSE(built.ok);
  CHECK(has_error_in_line(built, 3, "tile"));
  CHECK(has_error_in_line(built, 4, "missing"));
  CHECK(has_error_in_line(built, 7, "float*"));
  CHECK(listing(built.messages).find("warpup_") == std::string::npos);
  CHECK(listing(built.messages).find("lambda") == std::string::npos);
}

TEST_CASE("nvcc builds the same file, and puts errors on the same lines") {
  const Workshop shop;
  const Toolchain toolchain = real_toolchain(shop);
  if (toolchain.nvcc.empty() || !fs::exists(toolchain.nvcc)) {
    WARN("there is no nvcc: nothing tested");
    return;
  }
  BuildRequest request = plain_request(shop, kSquares);
  request.backend = Backend::kCuda;
  const BuildResult built = build_program(request, toolchain);
  INFO(built.internal_error << built.raw);
  REQUIRE(built.ok);
  CHECK(build_program(request, toolchain).cached);
  if (detect_cuda().usable()) CHECK(output_of(built.program) == "81 0");

  request = plain_request(shop, kWrong);
  request.backend = Backend::kCuda;
  const BuildResult wrong = build_program(request, toolchain);
  INFO(listing(wrong.messages));
  CHECK_FALSE(wrong.ok);
  CHECK(has_error_in_line(wrong, 4, "missing"));
  CHECK(has_error_in_line(wrong, 7, "float *"));
}
