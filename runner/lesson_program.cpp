#include "lesson_program.h"

#include <fmt/format.h>

#include <charconv>

#include "catalog.h"
#include "failure.h"
#include "lesson_options.h"
#include "session.h"
#include "writable_folder.h"

namespace warpup {
namespace fs = std::filesystem;

std::string grouped(long long value) {
  std::string text = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return text;
}

std::pair<std::string, long long> parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  long long value = 0;
  const char* end = text.data() + text.size();
  const bool named = equals != std::string::npos && equals > 0;
  const auto read = std::from_chars(named ? text.data() + equals + 1 : end, end, value);
  if (!named || read.ec != std::errc() || read.ptr != end) {
    throw Failure::usage(fmt::format("--set takes NAME=NUMBER, not \"{}\"", text),
                         "warpup run 7 --set n=4096");
  }
  return {text.substr(0, equals), value};
}

std::string settings_text(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, grouped(value));
  }
  return text;
}

StepList list_steps(Session& session, const Lesson& lesson, const fs::path& program) {
  StepList list;
  LaunchRequest request;
  request.program = program;
  request.arguments = {"--list"};
  request.time_limit = lesson.time_limit;
  request.suspends = false;
  std::string complaint;
  ChildRequest child = child_request(session, request);
  child.on_event = [&list](const std::string& line) {
    const Event event = parse_event(line);
    if (const auto* info = std::get_if<StepInfoEvent>(&event)) list.steps.push_back(*info);
  };
  child.on_stderr = [&complaint](std::string_view bytes) { complaint += bytes; };
  const ChildResult result = run_child(child);
  list.judged = judge({}, result, Expected{false, false});
  if (list.judged.outcome != JudgedOutcome::kPassed && !complaint.empty()) {
    list.judged.message += ": " + complaint.substr(0, complaint.find('\n'));
  }
  if (list.judged.outcome == JudgedOutcome::kPassed && list.steps.empty()) {
    list.judged = {JudgedOutcome::kFailed, "the lesson's program has no steps"};
  }
  return list;
}

LaunchRequest step_request(Session& session, const Lesson& lesson, const fs::path& program,
                           const std::vector<std::string>& steps, const Settings& settings) {
  LaunchRequest request;
  request.program = program;
  for (const std::string& step : steps) {
    request.arguments.insert(request.arguments.end(), {"--step", step});
  }
  for (const auto& [name, value] : settings) {
    request.arguments.insert(request.arguments.end(), {"--set", fmt::format("{}={}", name, value)});
  }
  const std::vector<std::string> options = lesson_option_arguments(session, lesson);
  request.arguments.insert(request.arguments.end(), options.begin(), options.end());
  const auto& more = session.options().program_arguments;
  request.arguments.insert(request.arguments.end(), more.begin(), more.end());
  const fs::path output =
      writable_folder(session.catalog().root() / "out", "out") / lesson.folder.filename();
  request.environment = {{"WARPUP_OUTPUT_DIR", output.string()}};
  request.time_limit = lesson.time_limit;
  return request;
}

std::string out_of_range(const ParameterEvent& parameter) {
  const long long value = parameter.value;
  if (value >= parameter.minimum && value <= parameter.maximum) return "";
  return fmt::format("{} is from {} to {} ({}), not {}", parameter.name, grouped(parameter.minimum),
                     grouped(parameter.maximum), parameter.meaning, grouped(value));
}

}  // namespace warpup
