#include "lesson/program.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "lesson/check.h"
#include "lesson/diagnoses.h"
#include "lesson/sink.h"

namespace lesson {
namespace {

struct CommandLine {
  bool list = false;
  std::vector<std::string> steps;
  std::string error;
};

// "n=4096" into the session's parameters; false if it is no such thing.
bool add_parameter(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return false;
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str() + equals + 1, &end, 10);
  if (end == text.c_str() + equals + 1 || *end != '\0') return false;
  session().parameters.emplace_back(text.substr(0, equals), value);
  return true;
}

// "image=photo.jpg" into the session's options; false if it is no such thing.
bool add_option(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return false;
  session().options.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return true;
}

CommandLine parse(int argc, char** argv) {
  CommandLine line;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool has_value = i + 1 < argc;
    if (word == "--list") {
      line.list = true;
    } else if (word == "--step" && has_value) {
      line.steps.push_back(argv[++i]);
    } else if (word == "--set" && has_value) {
      if (!add_parameter(argv[++i]))
        line.error = std::string("--set takes NAME=NUMBER, not ") + argv[i];
    } else if (word == "--option" && has_value) {
      if (!add_option(argv[++i]))
        line.error = std::string("--option takes NAME=VALUE, not ") + argv[i];
    } else {
      line.error = "unknown argument " + word +
                   "; known: --list, --step NAME, --set NAME=NUMBER, --option NAME=VALUE";
    }
  }
  return line;
}

int usage_error(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 2;
}

}  // namespace

void Program::step(const std::string& name, const std::string& title, Function function) {
  steps_.push_back({name, title, function});
}

const Program::Step* Program::find(const std::string& name) const {
  for (const Step& step : steps_) {
    if (step.name == name) return &step;
  }
  return nullptr;
}

Program::StepEnd Program::run_step(const Step& step) {
  using Clock = std::chrono::steady_clock;
  Session& s = session();
  s.failed = false;
  s.step = step.name;
  s.drawings = 0;
  s.sink->step(step.name, step.title);
  const Clock::time_point begin = Clock::now();
  StepEnd end = StepEnd::kPassed;
  try {
    step.function();
  } catch (const ParameterOutOfRange&) {
    throw;
  } catch (const std::exception& error) {
    end = StepEnd::kThrew;
    record_check("the step runs to its end", "no error", error.what(), "", false);
  }
  if (end == StepEnd::kPassed && s.failed) end = StepEnd::kFailed;
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  tell_diagnoses();
  s.sink->step_end(step.name, end == StepEnd::kPassed, seconds);
  return end;
}

int Program::run_steps(const std::vector<const Step*>& chosen) const {
  size_t passed = 0;
  std::string ended_after;
  for (const Step* step : chosen) {
    const StepEnd end = run_step(*step);
    if (end == StepEnd::kPassed) ++passed;
    if (end == StepEnd::kThrew) {  // later steps would only meet the same error again
      ended_after = step->name;
      break;
    }
  }
  std::string message = format("%zu of %zu steps passed", passed, chosen.size());
  if (!ended_after.empty()) message += "; an error ended the lesson in " + ended_after;
  session().sink->verdict(passed == chosen.size(), message);
  return passed == chosen.size() ? 0 : 1;
}

int Program::run(int argc, char** argv) {
  const CommandLine line = parse(argc, argv);
  if (!line.error.empty()) return usage_error(line.error);
  if (line.list) {
    for (const Step& step : steps_) session().sink->step_info(step.name, step.title);
    return 0;
  }
  std::vector<const Step*> chosen;
  for (const std::string& name : line.steps) {
    const Step* step = find(name);
    if (!step) return usage_error("no step " + name + "; --list shows them");
    chosen.push_back(step);
  }
  if (line.steps.empty()) {
    for (const Step& step : steps_) chosen.push_back(&step);
  }
  begin_session(device_untouched_);
  try {
    return run_steps(chosen);
  } catch (const ParameterOutOfRange& error) {
    const bool runner_tells = std::getenv("WARPUP_EVENT_FD") != nullptr;  // it has the event
    return runner_tells ? 2 : usage_error(error.what());
  }
}

}  // namespace lesson
