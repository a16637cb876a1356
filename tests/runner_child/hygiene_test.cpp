// The runner after a child is as it was before.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>

#include "catch.hpp"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;

namespace {

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

void run_each_kind() {
  run_misbehaving({"exit", "0"});
  run_misbehaving({"signal", "11"});
  run_misbehaving({"escape", "0"});
  run_misbehaving({"close-everything"});
  run_misbehaving({"sleep"}, limit_seconds(0.02));
  run_misbehaving({"flood", "1"}, [](ChildRequest& r) { r.limits.output_bytes = 1000; });
  run_misbehaving({}, [](ChildRequest& r) { r.program = "/no/such/program"; });
}

}  // namespace

TEST_CASE("no descriptor and no zombie is left") {
  run_each_kind();  // libuv keeps a few descriptors of its own from its first use on
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 10; ++i) run_each_kind();
  CHECK(open_descriptors() == before);
  CHECK_FALSE(has_children());
}

TEST_CASE("signals are handled as before") {
  run_misbehaving({"exit", "0"});
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGPIPE}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    CHECK(action.sa_handler == SIG_DFL);
  }
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  for (int signal = 1; signal < 32; ++signal) CHECK(sigismember(&blocked, signal) == 0);
}
