// How a child ends.
#include <csignal>

#include "catch.hpp"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;

TEST_CASE("an exit code is passed on") {
  for (const int code : {0, 1, 5, 127, 255}) {
    const Run run = run_misbehaving({"exit", std::to_string(code)});
    CHECK(run.result.outcome == Outcome::kExited);
    CHECK(run.result.exit_code == code);
    CHECK(run.result.signal == 0);
    CHECK(run.result.events == 0);
    CHECK(run.result.detail.empty());
  }
}

TEST_CASE("a crash names its signal") {
  const std::pair<int, const char*> crashes[] = {
      {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
      {SIGABRT, "SIGABRT"}, {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"}};
  for (const auto& [signal, name] : crashes) {
    const Run run = run_misbehaving({"signal", std::to_string(signal)});
    CHECK(run.result.outcome == Outcome::kSignalled);
    CHECK(run.result.signal == signal);
    CHECK(run.result.signal_name == name);
    CHECK(run.result.exit_code == -1);
  }
}

TEST_CASE("an uncaught exception is SIGABRT, with what it printed") {
  const Run run = run_misbehaving({"throw"});
  CHECK(run.result.outcome == Outcome::kSignalled);
  CHECK(run.result.signal_name == "SIGABRT");
  CHECK(run.err.find("not caught") != std::string::npos);
}

TEST_CASE("a signal without a name is still told") { CHECK(signal_name(99) == "signal 99"); }

TEST_CASE("a child that closes all its descriptors is waited for") {
  const Run run = run_misbehaving({"close-everything"});
  CHECK(run.result.outcome == Outcome::kExited);
  CHECK(run.result.exit_code == 7);
  CHECK(run.result.seconds >= 0.1);
}
