// Ctrl-C, and the end of the runner itself.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "catch.hpp"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;

namespace {

/// Sends `signal` to the runner once the child has begun, `times` times.
Change interrupt_with(int signal, int times = 1) {
  return [=](ChildRequest& request) {
    request.on_event = [=](const std::string&) {
      for (int i = 0; i < times; ++i) kill(getpid(), signal);
    };
  };
}

void wait_until_gone(int pid) {
  for (int i = 0; i < 200 && process_exists(pid); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

TEST_CASE("Ctrl-C ends the child") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Run run = run_misbehaving({"ignore-signals"}, interrupt_with(signal));
    CHECK(run.result.outcome == Outcome::kInterrupted);
    CHECK(run.result.signal_name == "SIGKILL");
    CHECK(run.result.detail.find(signal_name(signal)) != std::string::npos);
    CHECK(run.result.seconds < 15);  // and not at the end of its time
  }
}

TEST_CASE("Ctrl-C is passed on first") {
  const Run run = run_misbehaving({}, [](ChildRequest& request) {
    request.program = "sh";
    request.arguments = {
        "-c", "trap 'echo caught; exit 9' INT; echo '{}' >&9; while :; do sleep 0.01; done"};
    interrupt_with(SIGINT)(request);
  });
  CHECK(run.result.outcome == Outcome::kInterrupted);
  CHECK(run.result.exit_code == 9);
  CHECK(run.out == "caught\n");
}

TEST_CASE("a signal that the runner ignores does not interrupt") {
  signal(SIGHUP, SIG_IGN);
  const Run run = run_misbehaving({"events", "1"}, interrupt_with(SIGHUP));
  signal(SIGHUP, SIG_DFL);
  CHECK(run.result.outcome == Outcome::kExited);
}

TEST_CASE("time that the runner is suspended with Ctrl-Z is not the child's") {
  const pid_t runner = fork();
  if (runner == 0) {
    const Run run = run_misbehaving({}, [](ChildRequest& request) {
      request.program = "sh";
      request.arguments = {"-c", "echo '{}' >&9; sleep 0.5"};
      request.limits.seconds = 2;
      request.on_event = [](const std::string&) { kill(getpid(), SIGTSTP); };
    });
    _exit(run.result.outcome == Outcome::kExited && run.result.seconds < 2 ? 42 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(runner, &status, WUNTRACED) == runner);
  REQUIRE(WIFSTOPPED(status));
  std::this_thread::sleep_for(std::chrono::milliseconds(2200));
  kill(runner, SIGCONT);
  waitpid(runner, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 42);
}

TEST_CASE("when the runner is killed, its child and what escaped end, too") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t runner = fork();
  if (runner == 0) {
    run_misbehaving({"loop"}, [&](ChildRequest& request) {
      request.on_stdout = [&](std::string_view text) {
        if (write(ends[1], text.data(), text.size()) < 0) _exit(1);
      };
    });
    _exit(0);
  }
  char text[64] = {};
  REQUIRE(read(ends[0], text, sizeof(text) - 1) > 0);
  const int escaped = escaped_pid(text);
  REQUIRE(process_exists(escaped));
  kill(runner, SIGKILL);
  waitpid(runner, nullptr, 0);
  wait_until_gone(escaped);
  CHECK_FALSE(process_exists(escaped));
  close(ends[0]);
  close(ends[1]);
}
