// The four runs, with a stand-in for compute-sanitizer.
#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "events.h"
#include "sanitizer.h"

namespace {

struct Sanitized {
  warpup::ChildResult result;
  std::vector<std::string> events;
  std::string out;
  std::vector<warpup::DiagnosisEvent> diagnoses;
};

Sanitized run_case(const std::string& name, const std::string& script,
                   const char* tool = STAND_IN) {
  Sanitized run;
  warpup::ChildRequest child;
  child.program = "/bin/sh";
  child.arguments = {"-c", script};
  child.environment = {{"RECORDED_FOLDER", RECORDED_FOLDER}, {"RECORDED_CASE", name}};
  child.limits.seconds = 20;
  child.on_event = [&](const std::string& line) {
    run.events.push_back(line);
    warpup::visit_event(
        warpup::parse_event(line),
        [&](const warpup::DiagnosisEvent& d) { run.diagnoses.push_back(d); }, [](const auto&) {});
  };
  child.on_stdout = [&](std::string_view text) { run.out.append(text); };
  run.result = warpup::run_sanitized(tool, child);
  return run;
}

}  // namespace

TEST_CASE("a program runs four times and speaks once") {
  const Sanitized run = run_case("none", "echo hello; exit 3");
  CHECK(run.out == "hello\n");
  CHECK(run.events.empty());
  CHECK(run.result.outcome == warpup::Outcome::kExited);
  CHECK(run.result.exit_code == 3);
}

TEST_CASE("events of the first run and reports of all runs are passed on") {
  const Sanitized run = run_case("C42_reverse_no_sync",
                                 "echo '{\"event\":\"verdict\",\"ok\":true}' >&$WARPUP_EVENT_FD");
  REQUIRE(run.diagnoses.size() == 1);
  CHECK(run.diagnoses[0].kind == "race-shared");
  const auto verdicts = std::count_if(
      run.events.begin(), run.events.end(),
      [](const std::string& line) { return line.find("verdict") != std::string::npos; });
  CHECK(verdicts == 1);
}

TEST_CASE("a tool that can't start is told, and is no fault of the program") {
  const Sanitized run = run_case("none", "exit 0", "/nowhere/compute-sanitizer");
  CHECK(run.result.outcome == warpup::Outcome::kNotStarted);
  REQUIRE_FALSE(run.diagnoses.empty());
  CHECK_FALSE(run.diagnoses[0].fault);
}
