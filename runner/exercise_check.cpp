#include "exercise_check.h"

#include <fmt/format.h>

#include <utility>

#include "failure.h"
#include "gap.h"
#include "launch.h"
#include "needs.h"
#include "session.h"
#include "text_file.h"
#include "uninit_locals.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

// One check of one exercise.
class ExerciseCheck {
 public:
  ExerciseCheck(Session& session, const Exercise& exercise, const fs::path& source)
      : session_(session),
        exercise_(exercise),
        lesson_(session.catalog().lesson_of(exercise)),
        own_(source.empty()),
        file_(own_ ? exercise.file : source) {}

  JudgedOutcome run() {
    const std::string text = read_source();
    session_.renderer().begin(subject());
    const std::string unmet = unmet_need(lesson_.needs, session_.backend());
    if (!unmet.empty()) {
      report_.judged = {JudgedOutcome::kSkipped, unmet};
    } else if (own_ && is_untouched(exercise_, text)) {
      show_todo(text);
    } else {
      build_and_judge();
    }
    if (own_) record(text);
    add_next();
    session_.renderer().end(report_);
    return report_.judged.outcome;
  }

 private:
  std::string read_source() const {
    const auto text = read_file(file_);
    if (text) return *text;
    throw Failure::usage(fmt::format("{} is missing", shown_path(file_)),
                         own_ ? "warpup reset " + exercise_.name : "warpup check --help");
  }

  Subject subject() {
    Subject subject;
    subject.kind = Subject::Kind::kExercise;
    subject.name = exercise_.name;
    subject.label = exercise_.label();
    subject.title = exercise_.title;
    subject.file = file_;
    subject.backend = session_.backend();
    subject.check_build = is_checked(session_);
    return subject;
  }

  void show_todo(const std::string& text) {
    for (const Gap& gap : find_gaps(text)) {
      session_.renderer().todo(file_, gap.first_line, "TODO: " + gap.todo);
    }
    report_.judged = {JudgedOutcome::kFailed, "nothing written yet"};
    untouched_ = true;
  }

  void build_and_judge() {
    if (!fs::exists(exercise_.judge)) {
      throw Failure::internal(fmt::format("the course has no judge for {}: {} is missing",
                                          exercise_.name, shown_path(exercise_.judge)),
                              "warpup list");
    }
    BuildRequest request;
    request.sources = {file_};
    request.cached_sources = {exercise_.judge};
    request.include_dirs = {lesson_.folder};
    request.name = exercise_.name;
    const BuildResult built = build(session_, request);
    if (!built.ok) {
      report_.judged = did_not_build(built);
      return;
    }
    LaunchRequest launched;
    launched.program = built.program;
    launched.time_limit = exercise_.time_limit;
    LaunchResult result = launch(session_, launched);
    judge_uninit_locals(session_, request, built, launched, result);
    report_.tally = result.tally;
    report_.seconds = result.child.seconds;
    report_.judged = judge(result.tally, result.child, Expected{true, is_checked(session_)});
  }

  void record(const std::string& text) {
    if (report_.judged.outcome != JudgedOutcome::kPassed) return;
    try {
      session_.progress().record_pass(exercise_.name, backend_name(session_.backend()),
                                      text_hash(normalised_text(text)));
    } catch (const std::exception& error) {
      session_.remark(fmt::format("the pass could not be recorded: {}", error.what()));
    }
  }

  void add_next() {
    switch (report_.judged.outcome) {
      case JudgedOutcome::kPassed:
        add_next_exercise();
        break;
      case JudgedOutcome::kSkipped:
        report_.next.push_back({"warpup doctor", "what this machine has"});
        break;
      case JudgedOutcome::kInterrupted:
        report_.next.push_back({"warpup check " + exercise_.name, ""});
        break;
      case JudgedOutcome::kDidNotBuild:
        report_.next.push_back({"warpup check " + exercise_.name, "once it compiles"});
        break;
      default:
        add_hint();
    }
  }

  void add_next_exercise() {
    const Exercise* next = own_ ? next_unfinished(session_) : nullptr;
    if (next != nullptr) {
      report_.next.push_back({"warpup check " + next->name, next->title});
    } else if (own_) {
      report_.next.push_back({"warpup list", "every exercise has passed"});
    }
  }

  void add_hint() {
    if (untouched_) {
      report_.next.push_back(
          {"warpup check " + exercise_.name, "once you have edited " + shown_path(file_)});
    }
    const int levels = static_cast<int>(exercise_.hints.size());
    const int shown = session_.progress().exercise(exercise_.name).hints;
    if (shown < levels) {
      report_.next.push_back(
          {"warpup hint " + exercise_.name, fmt::format("hint {} of {}", shown + 1, levels)});
    } else {
      report_.next.push_back(
          {"warpup solution " + exercise_.name + " --yes", "all hints are shown"});
    }
  }

  Session& session_;
  const Exercise& exercise_;
  const Lesson& lesson_;
  bool own_;  // the learner's file, not another in its place
  fs::path file_;
  bool untouched_ = false;
  Report report_;
};

}  // namespace

bool is_untouched(const Exercise& exercise, const std::string& text) {
  const auto pristine = read_file(exercise.pristine);
  return pristine && normalised_text(*pristine) == normalised_text(text);
}

JudgedOutcome check_exercise(Session& session, const Exercise& exercise, const fs::path& source) {
  return ExerciseCheck(session, exercise, source).run();
}

}  // namespace warpup
