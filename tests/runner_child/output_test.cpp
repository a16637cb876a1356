// What a child prints.
#include <chrono>
#include <stdexcept>
#include <thread>

#include "catch.hpp"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;

TEST_CASE("stdout and stderr are told apart") {
  const Run run = run_misbehaving({"both"});
  CHECK(run.out == "out");
  CHECK(run.err == "err");
}

TEST_CASE("output arrives while the child runs") {
  using Clock = std::chrono::steady_clock;
  Clock::time_point first;
  const Run run = run_misbehaving({"sleep"}, [&](ChildRequest& request) {
    request.program = "sh";
    request.arguments = {"-c", "echo now; sleep 0.5"};
    request.on_stdout = [&](std::string_view) { first = Clock::now(); };
  });
  CHECK(run.result.exit_code == 0);
  CHECK(Clock::now() - first > std::chrono::milliseconds(300));
}

TEST_CASE("a gigabyte of output stops the child, and is not kept") {
  for (const char* stream : {"1", "2"}) {
    std::size_t got = 0;
    const Run run = run_misbehaving({"flood", stream}, [&](ChildRequest& request) {
      request.limits.output_bytes = 1 << 20;
      request.on_stdout = request.on_stderr = [&](std::string_view text) { got += text.size(); };
    });
    CHECK(run.result.outcome == Outcome::kOutputLimit);
    CHECK(got == 1 << 20);
    CHECK(run.result.detail.find("1 MiB") != std::string::npos);
    CHECK(run.result.seconds < 5);
  }
}

TEST_CASE("a slow reader loses nothing") {
  std::string out;
  const Run run = run_misbehaving({"print", std::string(100000, 'y')}, [&](ChildRequest& request) {
    request.on_stdout = [&](std::string_view text) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      out.append(text);
    };
  });
  CHECK(run.result.exit_code == 0);
  CHECK(out == std::string(100000, 'y'));
}

TEST_CASE("output without a taker is read and dropped") {
  const Run run = run_misbehaving({"print", std::string(100000, 'y')}, [](ChildRequest& request) {
    request.on_stdout = nullptr;
    request.on_stderr = nullptr;
    request.on_event = nullptr;
  });
  CHECK(run.result.exit_code == 0);
}

TEST_CASE("an exception of a callback ends the child and is passed on") {
  const auto fail = [](ChildRequest& request) {
    request.on_event = [](const std::string&) { throw std::runtime_error("full"); };
  };
  CHECK_THROWS_WITH(run_misbehaving({"ignore-signals"}, fail), "full");
}
