// Time and memory.
#include <chrono>
#include <csignal>
#include <thread>

#include "catch.hpp"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;

namespace {

Change limit_megabytes(std::size_t megabytes) {
  return [megabytes](ChildRequest& request) {
    request.limits.memory_bytes = megabytes << 20;
    request.limits.seconds = 10;
  };
}

}  // namespace

TEST_CASE("an endless loop ends at its deadline") {
  const Run run = run_misbehaving({"loop"}, limit_seconds(0.2));
  CHECK(run.result.outcome == Outcome::kTimedOut);
  CHECK(run.result.signal_name == "SIGTERM");
  CHECK(run.result.seconds >= 0.2);
  CHECK(run.result.seconds < 15);
  CHECK(run.result.detail.find("0.2 s") != std::string::npos);
  CHECK_FALSE(process_exists(escaped_pid(run.out)));
}

TEST_CASE("a child may say where it was when its time is up") {
  const Run run = run_misbehaving({"explain-timeout"}, limit_seconds(0.1));
  CHECK(run.result.outcome == Outcome::kTimedOut);
  CHECK(run.result.exit_code == 5);
  REQUIRE(run.events.size() == 1);
  CHECK(run.events[0].find("diagnosis") != std::string::npos);
}

TEST_CASE("a child that ignores SIGTERM is killed after a grace of 300 ms") {
  const Run run = run_misbehaving({"ignore-signals"}, limit_seconds(0.1));
  CHECK(run.result.outcome == Outcome::kTimedOut);
  CHECK(run.result.signal_name == "SIGKILL");
  CHECK(run.result.seconds >= 0.4);
  CHECK(run.result.seconds < 15);
}

TEST_CASE("a child that sleeps ends at its deadline") {
  CHECK(run_misbehaving({"sleep"}, limit_seconds(0.05)).result.outcome == Outcome::kTimedOut);
}

TEST_CASE("memory over the limit ends the child") {
  for (const char* how : {"hold", "hold-shared"}) {
    const Run run = run_misbehaving({how, "400"}, limit_megabytes(100));
    CHECK(run.result.outcome == Outcome::kMemoryLimit);
    CHECK(run.result.signal_name == "SIGKILL");
    CHECK(run.result.seconds < 5);
    CHECK(run.result.detail.find("100 MiB") != std::string::npos);
  }
}

TEST_CASE("the memory of all processes of a child counts") {
  const Run run = run_misbehaving({"hold-three", "60"}, limit_megabytes(150));
  CHECK(run.result.outcome == Outcome::kMemoryLimit);
}

TEST_CASE("memory under the limit, and address space, are fine") {
  CHECK(run_misbehaving({"reserve"}, limit_megabytes(50)).result.exit_code == 0);
  CHECK(run_misbehaving({"fork-shared", "60"}, limit_megabytes(100)).result.exit_code == 0);
}

TEST_CASE("the reader's time is not the child's") {
  const Run run = run_misbehaving({"events", "3"}, [](ChildRequest& request) {
    request.limits.seconds = 0.3;
    request.on_event = [](const std::string&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    };
  });
  CHECK(run.result.outcome == Outcome::kExited);
  CHECK(run.result.events == 3);
}
