#include "expected.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "child.h"
#include "events.h"

namespace {

void add_row(Counts& counts, const warpup::ProfileEvent::Row& row) {
  auto& kernel = counts[row.kernel.substr(0, row.kernel.find('('))];
  const std::string name = row.space + "_" + row.access;
  const auto add = [&](const char* what, double value) {
    kernel[name + what] += static_cast<long long>(value);
  };
  add("_requests", row.requests);
  if (row.space == "global") {
    add("_sectors", row.sectors);
    add("_ideal", row.ideal_sectors);
  } else {
    add("_conflicts", row.conflicts);
  }
}

}  // namespace

Counts read_counts(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("can't read " + file);
  Counts counts;
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string kernel, metric;
    long long value = 0;
    if (!(fields >> kernel >> metric >> value)) throw std::runtime_error(file + ": " + line);
    counts[kernel][metric] = value;
  }
  return counts;
}

Counts profile_counts(const std::string& program) {
  Counts counts;
  warpup::ChildRequest request;
  request.program = program;
  request.environment = {{"WARPUP_PROFILE", "1"}};
  request.limits.seconds = 60;
  request.on_event = [&](const std::string& line) {
    warpup::visit_event(
        warpup::parse_event(line),
        [&](const warpup::ProfileEvent& profile) {
          for (const auto& row : profile.rows) add_row(counts, row);
        },
        [](const auto&) {});
  };
  std::string errors;
  request.on_stderr = [&](std::string_view text) { errors.append(text); };
  const warpup::ChildResult result = warpup::run_child(request);
  if (result.outcome != warpup::Outcome::kExited || result.exit_code != 0) {
    throw std::runtime_error(program + " failed: " + result.detail + errors);
  }
  return counts;
}
