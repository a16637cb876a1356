// warpup list: lessons and exercises with their state.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "commands.h"
#include "json_line.h"
#include "text_file.h"
#include "text_width.h"

namespace warpup {
namespace {

constexpr int kTitleWidth = 100;  // wider screens don't push the state further away

struct State {
  ExerciseRecord record;
  bool edited_since = false;  // the text that passed is not the one that is there now
};

State state_of(Session& session, const Exercise& exercise) {
  State state{session.progress().exercise(exercise.name)};
  if (!state.record.passed || state.record.hash.empty()) return state;
  const auto text = read_file(exercise.file);
  state.edited_since = text && text_hash(normalised_text(*text)) != state.record.hash;
  return state;
}

std::string remark_of(const State& state) {
  if (state.record.passed && state.edited_since) return "passed, edited since";
  if (state.record.passed) return "passed";
  if (state.record.hints == 1) return "1 hint";
  return state.record.hints > 1 ? fmt::format("{} hints", state.record.hints) : "";
}

int passed_in(Session& session, const Lesson& lesson) {
  return static_cast<int>(std::count_if(
      lesson.exercises.begin(), lesson.exercises.end(),
      [&](const Exercise& exercise) { return session.progress().exercise(exercise.name).passed; }));
}

int name_width(const Catalog& catalog) {
  std::size_t width = 0;
  for (const Lesson& lesson : catalog.lessons()) width = std::max(width, lesson.name.size());
  for (const Exercise* exercise : catalog.exercises()) {
    width = std::max(width, exercise->name.size());
  }
  return static_cast<int>(width);
}

// One line: what fits of `title` between `left` and `right`.
void print_row(const Screen& screen, const std::string& left, int left_width,
               const std::string& title, const std::string& right, const Style& right_style) {
  const int width = std::min(screen.width, kTitleWidth);
  const int room = width - left_width - 2 - (right.empty() ? 0 : display_width(right) + 2);
  const std::string cut = room > 3 ? cut_to_width(title, room, glyphs(screen).ellipsis) : "";
  std::string line = left + "  " + cut;
  if (!right.empty()) {
    line += std::string(static_cast<std::size_t>(std::max(0, room - display_width(cut))) + 2, ' ');
    line += paint(screen, right, right_style);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  std::puts(line.c_str());
}

void print_exercise(Session& session, const Exercise& exercise, int names) {
  const Screen& screen = session.screen();
  const State state = state_of(session, exercise);
  const std::string mark = state.record.passed ? paint(screen, glyphs(screen).good, kGood)
                                               : paint(screen, glyphs(screen).open, kDim);
  const std::string left = fmt::format("{} {} {}", mark, pad_right(exercise.label(), 4),
                                       pad_right(exercise.name, names));
  print_row(screen, left, names + 7, exercise.title, remark_of(state), kDim);
}

void print_lesson(Session& session, const Lesson& lesson, int names) {
  const Screen& screen = session.screen();
  const std::string head = lesson.label() + "     " + pad_right(lesson.name, names);
  const auto total = static_cast<int>(lesson.exercises.size());
  std::string right;
  for (const std::string& need : lesson.needs) right += fmt::format("needs {}  ", need);
  if (total > 0) right += fmt::format("{}/{}", passed_in(session, lesson), total);
  right.erase(right.find_last_not_of(' ') + 1);
  print_row(screen, paint(screen, head, kHeading), names + 7, lesson.title, right,
            total > 0 && passed_in(session, lesson) == total ? kGood : kPlain);
  for (const Exercise& exercise : lesson.exercises) print_exercise(session, exercise, names);
  std::puts("");
}

void print_problems(Session& session) {
  for (const ManifestProblem& problem : session.catalog().problems()) {
    if (!problem.error && session.options().quiet) continue;
    std::fflush(stdout);
    std::fputs(
        fmt::format("{}: {}\n", problem.error ? "error" : "warning", problem_text(problem)).c_str(),
        stderr);
  }
}

void print_summary(Session& session) {
  int passed = 0;
  for (const Lesson& lesson : session.catalog().lessons()) passed += passed_in(session, lesson);
  const std::size_t total = session.catalog().exercises().size();
  std::puts(fmt::format("{} of {} exercises passed", passed, total).c_str());
  const Exercise* next = next_unfinished(session);
  const std::string command = next != nullptr ? "warpup check " + next->name : "warpup run --all";
  std::puts(fmt::format("next: {}", paint(session.screen(), command, kCommand)).c_str());
}

std::vector<std::string> chapter_labels(const Lesson& lesson) {
  std::vector<std::string> labels;
  for (const Chapter& chapter : lesson.chapters) labels.push_back(chapter.label());
  return labels;
}

void print_json(Session& session, const Exercise& exercise, const Lesson& lesson) {
  const State state = state_of(session, exercise);
  JsonLine("exercise")
      .add("number", exercise.label())
      .add("name", exercise.name)
      .add("lesson", lesson.name)
      .add("title", exercise.title)
      .add("file", exercise.file.string())
      .add("passed", state.record.passed)
      .add("edited_since", state.edited_since)
      .add("backends", state.record.backends)
      .add("hints", state.record.hints)
      .print();
}

std::vector<std::string> option_names(const Lesson& lesson) {
  std::vector<std::string> names;
  for (const LessonOption& option : lesson.options) names.push_back(option.name);
  return names;
}

void print_json(Session& session) {
  for (const Lesson& lesson : session.catalog().lessons()) {
    JsonLine("lesson")
        .add("number", lesson.number)
        .add("name", lesson.name)
        .add("title", lesson.title)
        .add("summary", lesson.summary)
        .add("chapters", chapter_labels(lesson))
        .add("needs", lesson.needs)
        .add("options", option_names(lesson))
        .add("exercises", lesson.exercises.size())
        .add("passed", passed_in(session, lesson))
        .add("folder", lesson.folder.string())
        .print();
    for (const Exercise& exercise : lesson.exercises) print_json(session, exercise, lesson);
  }
}

void print_chapter(Session& session, const Chapter& chapter, const Lesson& lesson) {
  if (!session.options().json) {
    std::puts(fmt::format("chapter: {}, caption: {}, description: {}", chapter.label(),
                          chapter.caption, chapter.description)
                  .c_str());
    return;
  }
  JsonLine("chapter")
      .add("number", chapter.label())
      .add("part", chapter.part)
      .add("caption", chapter.caption)
      .add("description", chapter.description)
      .add("lesson", lesson.number)
      .add("name", lesson.name)
      .print();
}

void print_chapters(Session& session) {
  std::vector<std::pair<const Chapter*, const Lesson*>> all;
  for (const Lesson& lesson : session.catalog().lessons()) {
    for (const Chapter& chapter : lesson.chapters) all.emplace_back(&chapter, &lesson);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return comes_before(*a.first, *b.first); });
  for (const auto& [chapter, lesson] : all) print_chapter(session, *chapter, *lesson);
  if (session.options().json || session.options().quiet || all.empty()) return;
  const std::string command = "warpup run " + all.front().first->label();
  std::puts(
      fmt::format("\nnext: {}  the lesson of a chapter", paint(session.screen(), command, kCommand))
          .c_str());
}

int list(Session& session, bool chapters) {
  if (chapters) {
    print_chapters(session);
  } else if (session.options().json) {
    print_json(session);
  } else {
    show_list(session);
  }
  print_problems(session);
  return session.catalog().has_errors() ? kExitFailed : kExitPassed;
}

}  // namespace

void show_list(Session& session) {
  const int names = name_width(session.catalog());
  for (const Lesson& lesson : session.catalog().lessons()) print_lesson(session, lesson, names);
  print_summary(session);
}

void add_list_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("list", "Lessons and exercises with their state");
  auto chapters = std::make_shared<bool>(false);
  command->add_flag("--chapters", *chapters, "The chapters of the course that lessons cover");
  command->callback([chapters, &chosen] {
    chosen = [chapters](Session& session) { return list(session, *chapters); };
  });
}

}  // namespace warpup
