// What is built again, and what is not.
#include <chrono>
#include <fstream>
#include <thread>

#include "build_cache.h"
#include "catch.hpp"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// A compiler that counts its runs.
void count_runs(Workshop& shop) {
  const std::string log = (shop.root() / "runs").string();
  shop.toolchain.cxx = shop.script("cxx", "#!/bin/sh\necho run >> " + log + "\nexec g++ \"$@\"\n");
}

int runs(const Workshop& shop) {
  std::ifstream log(shop.root() / "runs");
  int count = 0;
  for (std::string line; std::getline(log, line);) ++count;
  return count;
}

}  // namespace

TEST_CASE("an unchanged source is not built again: no tool runs") {
  Workshop shop;
  count_runs(shop);
  BuildRequest request = shop.request(
      "a.cu", "#include <vector>\n#include <iostream>\n#include <thread>\nint main() {}\n");
  request.cached_sources = {
      shop.write("b.cu", "#include <map>\n#include <regex>\nint f() { return 1; }\n")};
  REQUIRE(shop.build(request).ok);
  const int before = runs(shop);
  CHECK(before == 5);  // two of -E, two of -c, one to link
  const BuildResult again = shop.build(request);
  CHECK(again.ok);
  CHECK(again.cached);
  CHECK(runs(shop) == before);
}

TEST_CASE("only the changed source is compiled") {
  Workshop shop;
  count_runs(shop);
  BuildRequest request = shop.request("a.cu", "int f();\nint main() { return f(); }\n");
  request.cached_sources = {shop.write("judge.cu", "int f() { return 1; }\n")};
  REQUIRE(shop.build(request).ok);
  const int before = runs(shop);
  shop.write("a.cu", "int f();\nint main() { return f() + 1; }\n");
  const BuildResult built = shop.build(request);
  CHECK_FALSE(built.cached);
  CHECK(output_of(built.program) == " 2");
  CHECK(runs(shop) == before + 3);
}

TEST_CASE("a change of a header, of a flag and of the compiler builds again") {
  Workshop shop;
  shop.write("value.h", "#define VALUE 1\n");
  const BuildRequest request =
      shop.request("a.cu", "#include \"value.h\"\nint main() { return VALUE; }\n");
  CHECK(output_of(shop.build(request).program) == " 1");
  shop.write("value.h", "#define VALUE 2\n");
  CHECK(output_of(shop.build(request).program) == " 2");
  BuildRequest flagged = request;
  flagged.extra_flags = {"-DX"};
  CHECK_FALSE(shop.build(flagged).cached);
  CHECK(shop.build(request).cached);
  count_runs(shop);
  CHECK_FALSE(shop.build(request).cached);
}

TEST_CASE("a change that does not matter costs only the preprocessor") {
  Workshop shop;
  count_runs(shop);
  const BuildRequest request = shop.request("a.cu", "#include \"b.h\"\nint main() {}\n");
  shop.write("b.h", "#define UNUSED 1\n");
  REQUIRE(shop.build(request).ok);
  const int before = runs(shop);
  shop.write("b.h", "#define UNUSED 2\n");
  CHECK(shop.build(request).ok);
  CHECK(runs(shop) == before + 1);
  fs::last_write_time(shop.root() / "b.h",
                      fs::file_time_type::clock::now() - std::chrono::hours(1));
  CHECK(shop.build(request).cached);
}

TEST_CASE("a source saved while it is compiled is not taken for what was compiled") {
  Workshop shop;
  const BuildRequest request = shop.request("a.cu", "int main() { return 1; }\n");
  const std::string source = request.sources[0].string();
  shop.toolchain.cxx = shop.script(
      "cxx",
      "#!/bin/sh\ng++ \"$@\" || exit 1\ncase \"$*\" in *-E*) echo 'int main() { return 2; }' > " +
          source + ";; esac\n");
  CHECK(output_of(shop.build(request).program) == " 1");
  CHECK(output_of(shop.build(request).program) == " 2");
}

TEST_CASE("a cached file that vanished or is empty is made again") {
  const Workshop shop;
  const BuildRequest request = shop.request("a.cu", "int main() { return 3; }\n");
  const BuildResult first = shop.build(request);
  fs::remove(first.program);
  CHECK(output_of(shop.build(request).program) == " 3");
  fs::remove_all(shop.root() / "cache");
  CHECK(output_of(shop.build(request).program) == " 3");
  for (const char* kind : {"objects", "programs", "manifests"}) {
    for (const auto& entry : fs::directory_iterator(shop.root() / "cache" / kind)) {
      fs::resize_file(entry.path(), 0);
    }
  }
  CHECK(output_of(shop.build(request).program) == " 3");
}

TEST_CASE("builds at the same time do not disturb each other") {
  const Workshop shop;
  BuildRequest same = shop.request("same.cu", "#include <vector>\nint main() { return 5; }\n");
  std::vector<std::thread> threads;
  std::vector<BuildResult> results(6);
  threads.reserve(results.size());
  for (BuildResult& result : results) threads.emplace_back([&] { result = shop.build(same); });
  for (std::thread& thread : threads) thread.join();
  for (const BuildResult& result : results) {
    INFO(result.internal_error << result.raw);
    REQUIRE(result.ok);
    CHECK(output_of(result.program) == " 5");
  }
  CHECK(fs::is_empty(shop.root() / "cache" / "tmp"));
}

TEST_CASE("pruning removes what was used least recently") {
  const Workshop shop;
  BuildCache cache(shop.root() / "small", 5000);
  const auto age = [&](const fs::path& file, int hours) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  for (int i = 0; i < 10; ++i) {
    const fs::path file = cache.path("objects", std::to_string(i));
    cache.write(file, std::string(1000, 'x'));
    age(file, 10 - i);
  }
  CHECK(cache.use(cache.path("objects", "0")));
  cache.prune();
  CHECK(files_in(shop.root() / "small" / "objects") == 4);
  CHECK(fs::exists(cache.path("objects", "0")));
  CHECK(fs::exists(cache.path("objects", "9")));
  CHECK_FALSE(fs::exists(cache.path("objects", "1")));
}

TEST_CASE("pruning leaves what was just used") {
  const Workshop shop;
  BuildCache cache(shop.root() / "small", 10);
  cache.write(cache.path("programs", "new"), "long enough to be too much");
  cache.prune();
  CHECK(fs::exists(cache.path("programs", "new")));
}
