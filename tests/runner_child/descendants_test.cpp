// Nothing a child starts outlives it.
#include <csignal>
#include <thread>

#include "catch.hpp"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;

TEST_CASE("a double fork that outlives its parent is ended") {
  const Run run = run_misbehaving({"escape", "3"});
  CHECK(run.result.outcome == Outcome::kExited);
  CHECK(run.result.exit_code == 3);
  REQUIRE(escaped_pid(run.out) > 0);
  CHECK_FALSE(process_exists(escaped_pid(run.out)));
  CHECK(run.result.detail.find("1 process") != std::string::npos);
}

TEST_CASE("a background process that holds the pipes does not hold the runner") {
  const Run run = run_misbehaving({}, [](ChildRequest& request) {
    request.program = "sh";
    request.arguments = {"-c", "sleep 1000 & echo done"};
  });
  CHECK(run.result.outcome == Outcome::kExited);
  CHECK(run.out == "done\n");
  CHECK(run.result.seconds < 15);
}

TEST_CASE("children at the same time do not end each other's processes") {
  std::vector<std::thread> threads;
  std::vector<Run> runs(8);
  threads.reserve(runs.size());
  for (Run& run : runs) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) run = run_misbehaving({"escape", "4"});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Run& run : runs) {
    CHECK(run.result.outcome == Outcome::kExited);
    CHECK(run.result.exit_code == 4);
    CHECK_FALSE(process_exists(escaped_pid(run.out)));
  }
}
