// warpup hint: three levels, one more at each call.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "commands.h"
#include "failure.h"
#include "json_line.h"
#include "lookup.h"
#include "markdown.h"
#include "styled_text.h"

namespace warpup {
namespace {

constexpr int kWidest = 100;  // columns of text that still read well

struct HintOptions {
  std::string exercise;
  int level = 0;  // 0: the next one
};

void record(Session& session, const Exercise& exercise, int level) {
  try {
    session.progress().record_hint(exercise.name, level);
  } catch (const std::exception& error) {
    session.remark(fmt::format("the hint could not be recorded: {}", error.what()));
  }
}

// Without a code span it is plain text: Markdown would take the bars of __shared__ for emphasis.
std::string hint_text(const Screen& screen, const std::string& hint) {
  MarkdownOptions options;
  options.width = std::min(screen.width, kWidest);
  options.indent = "  ";
  if (hint.find('`') != std::string::npos) return markdown_text(screen, hint, options);
  return wrapped_block(screen, {{hint, kPlain}}, options.width, options.indent, options.indent);
}

void print(Session& session, const Exercise& exercise, int level, const std::string& next) {
  const std::string& hint = exercise.hints[static_cast<std::size_t>(level) - 1];
  if (session.options().json) {
    JsonLine("hint")
        .add("exercise", exercise.name)
        .add("level", level)
        .add("levels", exercise.hints.size())
        .add("text", hint)
        .add("next", next)
        .print();
    return;
  }
  const Screen& screen = session.screen();
  const std::string head = fmt::format("hint {} of {}", level, exercise.hints.size());
  std::puts(wrapped_block(screen,
                          {{fmt::format("{} {}", exercise.label(), exercise.name), kHeading},
                           {"  " + head, kDim}},
                          std::min(screen.width, kWidest), "", "  ")
                .c_str());
  std::puts(hint_text(screen, hint).c_str());
  std::puts(fmt::format("next: {}", paint(screen, next, kCommand)).c_str());
}

int hint(Session& session, const HintOptions& options) {
  const Exercise* exercise = options.exercise.empty()
                                 ? next_unfinished(session)
                                 : &find_exercise(session.catalog(), options.exercise, "hint");
  if (exercise == nullptr) throw Failure::usage("every exercise has passed", "warpup list");
  show_hint(session, *exercise, options.level);
  return kExitPassed;
}

}  // namespace

void show_hint(Session& session, const Exercise& exercise, int wanted_level) {
  const int levels = static_cast<int>(exercise.hints.size());
  if (levels == 0) {
    throw Failure::usage(exercise.name + " has no hints",
                         "warpup solution " + exercise.name + " --yes");
  }
  const int shown = session.progress().exercise(exercise.name).hints;
  const int level = wanted_level > 0 ? wanted_level : std::min(shown + 1, levels);
  if (level > levels) {
    throw Failure::usage(fmt::format("{} has {} hints", exercise.name, levels),
                         fmt::format("warpup hint {} --level {}", exercise.name, levels));
  }
  print(session, exercise, level,
        level < levels
            ? fmt::format("warpup check {0}, or warpup hint {0}", exercise.name)
            : fmt::format("warpup check {0}, or warpup solution {0} --yes", exercise.name));
  record(session, exercise, level);
}

void add_hint_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<HintOptions>();
  CLI::App* command =
      app.add_subcommand("hint", "A hint for an exercise; one level more each time");
  command->add_option("exercise", options->exercise, "7.2 or block_sum; none: the next unfinished");
  command->add_option("--level", options->level, "Show this level")
      ->check(CLI::Range(1, 9))
      ->type_name("N");
  command->callback([options, &chosen] {
    chosen = [options](Session& session) { return hint(session, *options); };
  });
}

}  // namespace warpup
