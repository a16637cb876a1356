// warpup check: build and judge exercises, with every diagnosis.
#include <filesystem>
#include <memory>

#include "commands.h"
#include "exercise_check.h"
#include "failure.h"
#include "lookup.h"
#include "overview.h"

namespace warpup {
namespace {

struct CheckOptions {
  std::vector<std::string> exercises;
  bool all = false;
  std::filesystem::path source;
};

std::vector<const Exercise*> chosen_exercises(Session& session, const CheckOptions& options) {
  if (options.all) return session.catalog().exercises();
  std::vector<const Exercise*> result;
  for (const std::string& typed : options.exercises) {
    for (const Exercise* exercise : find_exercises(session.catalog(), typed, "check")) {
      result.push_back(exercise);
    }
  }
  if (!options.exercises.empty()) return result;
  if (session.catalog().exercises().empty()) {
    throw Failure::usage("this course has no exercises", "warpup list");
  }
  const Exercise* next = next_unfinished(session);
  if (next != nullptr) result.push_back(next);
  return result;
}

int check(Session& session, const CheckOptions& options) {
  const auto exercises = chosen_exercises(session, options);
  if (!options.source.empty() && (options.all || options.exercises.size() != 1)) {
    throw Failure::usage("--source goes with the name of one exercise", "warpup check --help");
  }
  if (exercises.empty()) {
    session.remark("every exercise has passed; warpup check --all judges them again");
    return kExitPassed;
  }
  Overview overview;
  for (const Exercise* exercise : exercises) {
    const JudgedOutcome outcome = check_exercise(session, *exercise, options.source);
    overview.add(exercise->name, outcome);
    if (outcome == JudgedOutcome::kInterrupted) break;
  }
  overview.print(session);
  return overview.exit_code();
}

}  // namespace

void add_check_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Build and judge exercises");
  command->add_option("exercises", options->exercises,
                      "7.2, block_sum, or a lesson for all of its exercises; none: the next "
                      "unfinished one");
  command->add_flag("--all", options->all, "Every exercise");
  command
      ->add_option("--source", options->source,
                   "Judge this file in place of the exercise's; nothing is recorded")
      ->type_name("FILE");
  command->callback([options, &chosen] {
    chosen = [options](Session& session) { return check(session, *options); };
  });
}

}  // namespace warpup
