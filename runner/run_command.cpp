// warpup run: explain, execute and check lessons.
#include <fmt/format.h>

#include <memory>
#include <set>

#include "commands.h"
#include "failure.h"
#include "lesson_options.h"
#include "lesson_run.h"
#include "lookup.h"
#include "overview.h"

namespace warpup {
namespace {

struct RunOptions {
  std::vector<std::string> lessons;
  bool all = false;
  std::vector<std::string> settings;
};

std::vector<const Lesson*> chosen_lessons(Session& session, const RunOptions& options) {
  const Catalog& catalog = session.catalog();
  std::vector<const Lesson*> result;
  std::set<const Lesson*> seen;
  if (options.all) {
    for (const Lesson& lesson : catalog.lessons()) result.push_back(&lesson);
    return result;
  }
  for (const std::string& typed : options.lessons) {
    const std::string others = other_chapters(catalog, typed);
    if (!others.empty()) session.remark(others);
    for (const Lesson* lesson : find_lessons(catalog, typed, "run")) {
      if (seen.insert(lesson).second) result.push_back(lesson);
    }
  }
  return result;
}

int run(Session& session, const RunOptions& options) {
  if (options.lessons.empty() && !options.all) {
    // What was taken for the value of an option may have been meant as the lesson.
    const auto& given = session.options().lesson_options;
    if (!given.empty()) {
      throw Failure::usage(fmt::format("there is no option --{}; the nearest: {}",
                                       given.front().name, given.front().nearest),
                           "warpup run --help");
    }
    throw Failure::usage("which lesson? A number, a name or a chapter of the course",
                         "warpup run 7, or warpup list");
  }
  Settings settings;
  for (const std::string& text : options.settings) settings.push_back(parse_setting(text));
  const auto lessons = chosen_lessons(session, options);
  if (!settings.empty() && lessons.size() != 1) {
    throw Failure::usage("--set goes with one lesson", "warpup run 7 --set n=4096");
  }
  require_lesson_options(session, lessons);
  Overview overview;
  for (const Lesson* lesson : lessons) {
    const JudgedOutcome outcome = run_lesson(session, *lesson, settings);
    overview.add(lesson->name, outcome);
    if (outcome == JudgedOutcome::kInterrupted) break;
  }
  overview.print(session);
  return overview.exit_code();
}

}  // namespace

void add_setting_option(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings,
                  "A parameter of the lesson's steps: --set n=4096; more than once for several")
      ->type_name("NAME=NUMBER")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_run_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Explain, execute and check lessons");
  command->add_option("lessons", options->lessons, "7, reduce, 1.8 (a chapter of the course), ...");
  command->add_flag("--all", options->all, "Every lesson");
  add_setting_option(*command, options->settings);
  command->footer("Arguments after -- go to the lesson's program: warpup run 7 -- --step sum_101");
  command->callback([options, &chosen] {
    chosen = [options](Session& session) { return run(session, *options); };
  });
}

}  // namespace warpup
