// What a child reads.
#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "catch.hpp"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;

namespace {

void forward(ChildRequest& request) { request.forward_stdin = true; }

/// Runs `change`d "copy" with `fd` as the runner's stdin.
Run copy_from(int fd, const Change& change = forward) {
  const int saved = dup(STDIN_FILENO);
  dup2(fd, STDIN_FILENO);
  Run run = run_misbehaving({"copy"}, change);
  if (saved >= 0) dup2(saved, STDIN_FILENO);
  if (saved >= 0) close(saved);
  return run;
}

/// A runner on a terminal of its own, whose other end the test holds.
struct OnTerminal {
  int terminal = -1;
  pid_t runner = -1;

  explicit OnTerminal(const std::function<int()>& work) {
    runner = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (runner == 0) _exit(work());
  }
  ~OnTerminal() { close(terminal); }
  void type(const std::string& text) const {
    if (write(terminal, text.data(), text.size()) < 0) FAIL("the terminal is gone");
  }
  /// Reads until `text` was seen; what was read.
  std::string read_until(const std::string& text) const {
    std::string all;
    char buffer[256];
    while (all.find(text) == std::string::npos) {
      const ssize_t got = read(terminal, buffer, sizeof(buffer));
      if (got <= 0) break;
      all.append(buffer, static_cast<std::size_t>(got));
    }
    return all;
  }
  int exit_code() const {
    int status = 0;
    waitpid(runner, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

void print_output(ChildRequest& request) {
  request.forward_stdin = true;
  request.on_stdout = [](std::string_view text) {
    if (write(STDOUT_FILENO, text.data(), text.size()) < 0) _exit(1);
  };
}

}  // namespace

TEST_CASE("a pipe is handed to the child") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  REQUIRE(write(ends[1], "typed", 5) == 5);
  close(ends[1]);
  CHECK(copy_from(ends[0]).out == "typed[end]");
  close(ends[0]);
}

TEST_CASE("a file is handed to the child") {
  char name[] = "/tmp/warpup-stdin-XXXXXX";
  const int fd = mkstemp(name);
  REQUIRE(write(fd, "stored", 6) == 6);
  lseek(fd, 0, SEEK_SET);
  CHECK(copy_from(fd).out == "stored[end]");
  close(fd);
  unlink(name);
}

TEST_CASE("without forwarding the child reads nothing") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  CHECK(copy_from(ends[0], [](ChildRequest&) {}).out == "[end]");
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("what is typed reaches the child, and Ctrl-D ends it") {
  const OnTerminal session([] { return run_misbehaving({"copy"}, print_output).result.exit_code; });
  session.type("one\ntwo\n\x04");
  const std::string seen = session.read_until("[end]");
  CHECK(seen.find("one\r\ntwo\r\n[end]") != std::string::npos);
  CHECK(session.exit_code() == 0);
}

TEST_CASE("Ctrl-C on a terminal ends the child, not the runner") {
  const OnTerminal session([] {
    const Run run = run_misbehaving({"ignore-signals"}, [](ChildRequest& request) {
      request.forward_stdin = true;
      request.on_event = [](const std::string&) {
        if (write(STDOUT_FILENO, "ready", 5) < 0) _exit(1);
      };
    });
    return run.result.outcome == Outcome::kInterrupted ? 42 : 1;
  });
  session.read_until("ready");
  session.type("\x03");
  CHECK(session.exit_code() == 42);
}

TEST_CASE("a child that does not read and ends leaves the runner well") {
  const OnTerminal session([] {
    const Run run = run_misbehaving({"sleep"}, [](ChildRequest& request) {
      request.forward_stdin = true;
      request.limits.seconds = 0.5;
    });
    const bool blocking = (fcntl(STDIN_FILENO, F_GETFL) & O_NONBLOCK) == 0;
    return run.result.outcome == Outcome::kTimedOut && blocking ? 42 : 1;
  });
  for (int i = 0; i < 50; ++i) session.type(std::string(50, 'x') + "\n");
  CHECK(session.exit_code() == 42);
}

TEST_CASE("terminal settings that a child changes are put back") {
  const OnTerminal session([] {
    termios before{};
    tcgetattr(STDIN_FILENO, &before);
    const Run run = run_misbehaving({}, [](ChildRequest& request) {
      request.program = "sh";
      request.arguments = {"-c", std::string("stty raw -echo < ") + ttyname(STDIN_FILENO)};
    });
    termios after{};
    tcgetattr(STDIN_FILENO, &after);
    return before.c_lflag == after.c_lflag && before.c_iflag == after.c_iflag ? 42 : 1;
  });
  CHECK(session.exit_code() == 42);
}
