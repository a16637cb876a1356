// warpup solution: the way from the learner's text to the solution, as a diff.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <memory>

#include "commands.h"
#include "diff.h"
#include "failure.h"
#include "json_line.h"
#include "lookup.h"
#include "text_file.h"

namespace warpup {
namespace {

struct SolutionOptions {
  std::string exercise;
  bool yes = false;
};

bool asked_for(Session& session, const Exercise& exercise, const SolutionOptions& options) {
  if (options.yes || session.progress().exercise(exercise.name).passed) return true;
  if (!session.screen().interactive || session.options().json) return false;
  std::cout << exercise.name << " has not passed yet. Show its solution all the same? [y/N] "
            << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

Style style_of(const std::string& line) {
  if (line.rfind("---", 0) == 0 || line.rfind("+++", 0) == 0) return kBold;
  if (line.rfind("@@", 0) == 0) return {false, false, false, false, Colour::kCyan};
  if (line.rfind('-', 0) == 0) return {false, false, false, false, Colour::kRed};
  return line.rfind('+', 0) == 0 ? kGood : kPlain;
}

void print(Session& session, const Exercise& exercise, const std::string& diff) {
  if (session.options().json) {
    JsonLine("solution")
        .add("exercise", exercise.name)
        .add("file", exercise.solution.string())
        .add("diff", diff)
        .print();
    return;
  }
  if (diff.empty()) std::puts("Your text is the solution, line by line.");
  for (const std::string& line : split_lines(diff)) {
    std::puts(paint(session.screen(), line, style_of(line)).c_str());
  }
}

int solution(Session& session, const SolutionOptions& options) {
  const Exercise& exercise = find_exercise(session.catalog(), options.exercise, "solution");
  if (!asked_for(session, exercise, options)) {
    throw Failure(kExitFailed, "the solution of " + exercise.name + " is shown once it has passed",
                  fmt::format("warpup hint {0}, or warpup solution {0} --yes", exercise.name));
  }
  const auto wanted = read_file(exercise.solution);
  if (!wanted) {
    throw Failure::internal(
        fmt::format("the course has no solution {}", shown_path(exercise.solution)), "warpup list");
  }
  const std::string own = read_file(exercise.file).value_or("");
  print(session, exercise,
        unified_diff(own, *wanted, shown_path(exercise.file), shown_path(exercise.solution)));
  return kExitPassed;
}

}  // namespace

void add_solution_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<SolutionOptions>();
  CLI::App* command =
      app.add_subcommand("solution", "The solution as a diff, once an exercise passed");
  command->add_option("exercise", options->exercise, "7.2 or block_sum")->required();
  command->add_flag("--yes,-y", options->yes, "Show it before the exercise has passed");
  command->callback([options, &chosen] {
    chosen = [options](Session& session) { return solution(session, *options); };
  });
}

}  // namespace warpup
