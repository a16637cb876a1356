// A machine that can't build: what, where, and what to do.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "catch.hpp"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;
namespace fs = std::filesystem;

namespace {

constexpr const char* kProgram = "int main() { return 0; }\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The internal error of a build with `cxx` as the compiler.
std::string fault_of(Workshop& shop, const std::string& cxx) {
  shop.toolchain.cxx = shop.script("cxx", cxx);
  const BuildResult built = shop.build("a.cu", kProgram);
  CHECK_FALSE(built.ok);
  return built.internal_error;
}

}  // namespace

TEST_CASE("a missing compiler is an internal error that says what to install") {
  Workshop shop;
  shop.toolchain.cxx = "/no/such/g++";
  const BuildResult built = shop.build("a.cu", kProgram);
  CHECK_FALSE(built.ok);
  CHECK(contains(built.internal_error, "/no/such/g++"));
  CHECK(contains(built.internal_error, "install g++"));
  CHECK_FALSE(built.interrupted);
}

TEST_CASE("a missing translator or library says to build the project") {
  Workshop shop;
  shop.toolchain.cu2cpp = shop.root() / "none";
  CHECK(contains(shop.build("a.cu", kProgram).internal_error, "cmake --build"));
  Workshop other;
  other.toolchain.cpu_library = other.root() / "none.so";
  CHECK(contains(other.build("a.cu", kProgram).internal_error, "none.so"));
  const Workshop half;
  half.write("lib/half.cpp", "int half(); int whole() { return half(); }\n");
  const std::string lib = (half.root() / "lib").string();
  REQUIRE(std::system(("cd " + lib + " && g++ -shared -fPIC half.cpp -o libcpu.so").c_str()) == 0);
  const BuildResult built = half.build("a.cu", "int whole();\nint main() { return whole(); }\n");
  INFO(built.raw);
  CHECK(contains(built.internal_error, "libcpu.so is incomplete or old"));
}

TEST_CASE("a source that can't be read is named") {
  const Workshop shop;
  BuildRequest request;
  request.name = "a";
  CHECK(contains(shop.build(request).internal_error, "nothing to build"));
  request.sources = {shop.root() / "none.cu"};
  CHECK(contains(shop.build(request).internal_error, "none.cu: there is no such file"));
  request.sources = {shop.root()};
  CHECK(contains(shop.build(request).internal_error, "it is a folder"));
  if (geteuid() == 0) return;  // root reads everything
  request = shop.request("secret.cu", kProgram);
  fs::permissions(request.sources[0], fs::perms::none);
  CHECK(contains(shop.build(request).internal_error, "permissions"));
}

TEST_CASE("a full disk is told from a wrong source") {
  Workshop shop;
  const std::string fault = fault_of(shop,
                                     "#!/bin/sh\necho 'a.cu:1: fatal error: error writing to /x: "
                                     "No space left on device'\nexit 1\n");
  CHECK(contains(fault, "the disk is full"));
  CHECK(contains(fault, ".warpup/cache"));
}

TEST_CASE("a compiler that runs out of memory, crashes or never ends is told") {
  Workshop shop;
  CHECK(contains(
      fault_of(shop, "#!/bin/sh\necho 'Killed signal terminated program cc1plus'\nexit 1\n"),
      "memory"));
  CHECK(contains(fault_of(shop, "#!/bin/sh\nkill -SEGV $$\n"), "SIGSEGV"));
  CHECK(contains(fault_of(shop, "#!/bin/sh\necho 'cc1plus: internal compiler error: x'\nexit 4\n"),
                 "compiler itself"));
  shop.toolchain.step_seconds = 0.2;
  CHECK(contains(fault_of(shop, "#!/bin/sh\nsleep 100\n"), "0.2 s"));
}

TEST_CASE("a translator that crashes is told") {
  const Workshop shop;
  CHECK(contains(shop.build("a.cu", "int main() {}\nint TRANSLATOR_CRASH;\n").internal_error,
                 "SIGSEGV"));
}

TEST_CASE("a compiler that fails without a word gives a message all the same") {
  Workshop shop;
  shop.toolchain.cxx = shop.script("cxx", "#!/bin/sh\nexit 1\n");
  const BuildResult built = shop.build("a.cu", kProgram);
  CHECK_FALSE(built.ok);
  CHECK(built.messages.size() == 1);
}

TEST_CASE("a cache that can't be written is named") {
  Workshop shop;
  shop.toolchain.cache_root = shop.write("file", "") / "cache";
  CHECK(contains(shop.build("a.cu", kProgram).internal_error, "file/cache"));
}

TEST_CASE("Ctrl-C ends a build, and leaves no temporary files") {
  Workshop shop;
  shop.toolchain.cxx = shop.script(
      "cxx", "#!/bin/sh\ntouch " + (shop.root() / "started").string() + "\nsleep 100\n");
  std::thread interrupt([&] {
    while (!fs::exists(shop.root() / "started")) usleep(10000);
    kill(getpid(), SIGINT);
  });
  const BuildResult built = shop.build("a.cu", kProgram);
  interrupt.join();
  CHECK(built.interrupted);
  CHECK_FALSE(built.ok);
  CHECK(fs::is_empty(shop.root() / "cache" / "tmp"));
}

TEST_CASE("the cuda backend without nvcc is an internal error") {
  const Workshop shop;
  BuildRequest request = shop.request("a.cu", kProgram);
  request.backend = Backend::kCuda;
  CHECK(contains(shop.build(request).internal_error, "--backend cpu"));
}
