#include "run.h"

#include <csignal>
#include <cstdlib>
#include <fstream>

namespace warpup::testing {

Run run_misbehaving(std::vector<std::string> arguments, const Change& change) {
  Run run;
  ChildRequest request;
  request.program = MISBEHAVING_CHILD;
  request.arguments = std::move(arguments);
  request.limits.seconds = 20;
  request.on_event = [&](const std::string& line) { run.events.push_back(line); };
  request.on_stdout = [&](std::string_view text) { run.out.append(text); };
  request.on_stderr = [&](std::string_view text) { run.err.append(text); };
  if (change) change(request);
  run.result = run_child(request);
  return run;
}

Change limit_seconds(double seconds) {
  return [seconds](ChildRequest& request) { request.limits.seconds = seconds; };
}

bool process_exists(int pid) { return kill(pid, 0) == 0; }

int escaped_pid(const std::string& out) {
  const std::size_t at = out.find("escaped ");
  return at == std::string::npos ? -1 : std::atoi(out.c_str() + at + 8);
}

}  // namespace warpup::testing
