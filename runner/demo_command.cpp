// warpup demo: a lesson in front of a class, one step a screen.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "demo_handout.h"
#include "demo_loop.h"
#include "failure.h"
#include "lesson_options.h"
#include "lesson_run.h"
#include "lookup.h"
#include "needs.h"
#include "text_file.h"

namespace warpup {
namespace {

struct DemoOptions {
  std::string lesson;
  std::string notes;
  std::vector<std::string> settings;
};

[[noreturn]] void ask_which(const Catalog& catalog) {
  std::string list;
  for (const Lesson& lesson : catalog.lessons()) {
    list += fmt::format("  {} {}: {}\n", lesson.label(), lesson.name, lesson.title);
  }
  std::fputs(list.c_str(), stderr);
  throw Failure::usage("which lesson? A number, a name or a chapter of the course",
                       "warpup demo 7");
}

const Lesson& chosen_lesson(Session& session, const std::string& typed) {
  const Catalog& catalog = session.catalog();
  if (typed.empty()) ask_which(catalog);
  const auto found = find_lessons(catalog, typed, "demo");
  if (found.size() > 1) {
    throw Failure::usage(
        fmt::format("{} could be lesson {} or {}", typed, found[0]->name, found[1]->name),
        "warpup demo " + found[0]->name);
  }
  const std::string others = other_chapters(catalog, typed);
  if (!others.empty()) session.remark(others);
  require_lesson_options(session, {found.front()});
  return *found.front();
}

// A terminal at both ends that can move its cursor.
bool can_show_pages(const Screen& screen) {
  const char* terminal = std::getenv("TERM");
  const std::string name = terminal == nullptr ? "" : terminal;
  return screen.interactive && !name.empty() && name != "dumb";
}

int demo(Session& session, const DemoOptions& options) {
  if (session.options().json) {
    throw Failure::usage(
        "demo is for the eyes; run writes the event stream",
        "warpup run " + (options.lesson.empty() ? "7" : options.lesson) + " --json");
  }
  const Lesson& lesson = chosen_lesson(session, options.lesson);
  DemoLesson content;
  content.subject = lesson_subject(session, lesson);
  content.slides =
      make_slides(read_file(lesson.folder / "README.md").value_or(lesson.summary), lesson.title);
  content.sources = lesson_source_texts(lesson.folder);
  for (const std::string& text : options.settings) content.settings.push_back(parse_setting(text));
  content.unmet_need = unmet_need(lesson.needs, session.backend());
  const bool to_stdout = options.notes == "-";
  if (!can_show_pages(session.screen())) {
    if (options.notes.empty() || to_stdout) {
      return print_handout(session, lesson, content, to_stdout);
    }
    throw Failure::usage("without a terminal, the notes stand in the handout",
                         fmt::format("warpup demo {} --notes -", lesson.name));
  }
  if (to_stdout) {
    throw Failure::usage("the class sees this terminal; the notes need another, or a file",
                         fmt::format("warpup demo {} --notes notes.txt, and tail -f notes.txt in "
                                     "another terminal",
                                     lesson.name));
  }
  Demo state(session.screen(), std::move(content));
  if (options.notes.empty()) {
    SpeakerNotes none;
    return run_demo(session, lesson, state, none);
  }
  SpeakerNotes notes(options.notes);
  return run_demo(session, lesson, state, notes);
}

}  // namespace

void add_demo_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App* command = app.add_subcommand("demo", "A lesson in front of a class, one step a screen");
  command->add_option("lesson", options->lesson, "7, reduce, 1.8 (a chapter of the course), ...");
  command
      ->add_option("--notes", options->notes,
                   "Where the speaker's notes go: another terminal (its command tty names it), or "
                   "a file that tail -f follows there; - adds them to a handout")
      ->type_name("FILE");
  add_setting_option(*command, options->settings);
  command->footer(
      "Keys: Space goes on, p back, ? lists the others. Without a terminal (warpup demo 7 | cat) "
      "every screen is printed, as a handout.");
  command->callback([options, &chosen] {
    chosen = [options](Session& session) { return demo(session, *options); };
  });
}

}  // namespace warpup
