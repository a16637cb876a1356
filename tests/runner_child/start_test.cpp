// What a child starts with, and children that do not start.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;
namespace fs = std::filesystem;

namespace {

std::string reason_for(const fs::path& program) {
  const Run run = run_misbehaving({}, [&](ChildRequest& request) { request.program = program; });
  CHECK(run.result.outcome == Outcome::kNotStarted);
  CHECK(run.result.detail.find(program.string()) != std::string::npos);
  return run.result.detail;
}

fs::path script(const std::string& name, const std::string& text) {
  fs::path path = fs::temp_directory_path() / (name + std::to_string(getpid()));
  std::ofstream(path) << text;
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

}  // namespace

TEST_CASE("a program that can't start is named, with the reason") {
  CHECK(reason_for("/no/such/program").find("No such file") != std::string::npos);
  CHECK(reason_for("no-such-program").find("PATH") != std::string::npos);
  CHECK(reason_for("/etc").find("Permission denied") != std::string::npos);
  const fs::path text = script("text", "not a program");
  CHECK(reason_for(text).find("Exec format error") != std::string::npos);
  const fs::path lost = script("lost", "#!/no/such/interpreter\n");
  CHECK(reason_for(lost).find("interpreter") != std::string::npos);
  fs::remove(text);
  fs::remove(lost);
}

TEST_CASE("a working directory that is not there is told") {
  const Run run = run_misbehaving(
      {"exit"}, [](ChildRequest& request) { request.working_directory = "/no/such/folder"; });
  CHECK(run.result.outcome == Outcome::kNotStarted);
  CHECK(run.result.detail.find("/no/such/folder") != std::string::npos);
}

TEST_CASE("a child runs in its working directory") {
  const Run run = run_misbehaving({"directory"},
                                  [](ChildRequest& request) { request.working_directory = "/"; });
  CHECK(run.out == "/");
}

TEST_CASE("a relative program is of the runner's directory") {
  const fs::path before = fs::current_path();
  const fs::path program = MISBEHAVING_CHILD;
  fs::current_path(program.parent_path());
  const Run run = run_misbehaving({"directory"}, [&](ChildRequest& request) {
    request.program = "./" + program.filename().string();
    request.working_directory = "/";
  });
  fs::current_path(before);
  CHECK(run.out == "/");
}

TEST_CASE("the environment is the runner's with the request's changes") {
  setenv("WARPUP_TEST_KEPT", "kept", 1);
  setenv("WARPUP_TEST_CHANGED", "before", 1);
  const auto value = [](const char* name) {
    return run_misbehaving({"environment", name},
                           [](ChildRequest& request) {
                             request.environment = {{"WARPUP_TEST_CHANGED", "after"}};
                           })
        .out;
  };
  CHECK(value("WARPUP_TEST_KEPT") == "kept");
  CHECK(value("WARPUP_TEST_CHANGED") == "after");
  CHECK(value("WARPUP_EVENT_FD") == "9");
}

TEST_CASE("without a taker for events there is no event pipe") {
  setenv("WARPUP_EVENT_FD", "33", 1);
  const auto no_events = [](ChildRequest& request) { request.on_event = nullptr; };
  CHECK(run_misbehaving({"environment", "WARPUP_EVENT_FD"}, no_events).out == "(not set)");
  CHECK(run_misbehaving({"descriptors"}, no_events).out == "0 1 2 ");
  unsetenv("WARPUP_EVENT_FD");
}

TEST_CASE("a child gets no descriptor but its own") {
  const int leak = dup(STDOUT_FILENO);  // not closed on exec
  CHECK(run_misbehaving({"descriptors"}).out == "0 1 2 9 ");
  close(leak);
}

TEST_CASE("a child dumps no core, has default signals and a group of its own") {
  CHECK(run_misbehaving({"limits"}).out == "core 1 pipe 0 ignored 0 group 1");
}
