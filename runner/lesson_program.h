// A lesson's program: its steps, listed and run, with nothing shown.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "launch.h"

namespace warpup {

class Session;
struct Lesson;

/// Parameters in the order in which they were given: "n", 4096.
using Settings = std::vector<std::pair<std::string, long long>>;

/// The number that NAME=NUMBER sets. Throws Failure (usage).
std::pair<std::string, long long> parse_setting(const std::string& text);

/// 1234567 as "1,234,567".
std::string grouped(long long value);

/// "n = 4,096, threshold = 10"
std::string settings_text(const Settings& settings);

/// What the program says its steps are; `judged` tells why it could not.
struct StepList {
  std::vector<StepInfoEvent> steps;
  Judged judged{JudgedOutcome::kPassed, ""};
};
StepList list_steps(Session& session, const Lesson& lesson, const std::filesystem::path& program);

/// The request that runs `steps` with the session's options and `settings`.
LaunchRequest step_request(Session& session, const Lesson& lesson,
                           const std::filesystem::path& program,
                           const std::vector<std::string>& steps, const Settings& settings);

/// Says that a parameter was given a value outside of its range; empty if it was not.
std::string out_of_range(const ParameterEvent& parameter);

}  // namespace warpup
