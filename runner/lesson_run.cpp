#include "lesson_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string>

#include "failure.h"
#include "launch.h"
#include "lesson_options.h"
#include "lesson_text.h"
#include "needs.h"
#include "session.h"
#include "text_file.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

// The text of a lesson, shown up to where the steps are.
class TextCursor {
 public:
  TextCursor(Renderer& renderer, const Lesson& lesson) : renderer_(renderer) {
    const auto readme = read_file(lesson.folder / "README.md");
    parts_ = split_lesson_text(readme.value_or(lesson.summary + "\n"));
  }

  const std::vector<LessonPart>& parts() const { return parts_; }

  void show_to_first_step() { show_through(0); }
  void show_rest() { show_through(parts_.size() - 1); }

  /// Shows what stands before the next place of `step`; nothing if the text doesn't mention it.
  void show_before(const std::string& step) {
    for (std::size_t i = next_; i < parts_.size(); ++i) {
      if (parts_[i].step != step) continue;
      show_through(i);
      next_ = i + 1;
      return;
    }
  }

 private:
  void show_through(std::size_t last) {
    for (; shown_ <= last; ++shown_) {
      if (!parts_[shown_].text.empty()) renderer_.lesson_text(parts_[shown_].text);
    }
  }

  Renderer& renderer_;
  std::vector<LessonPart> parts_;
  std::size_t shown_ = 0;  // parts whose text is shown
  std::size_t next_ = 0;   // the first part whose step may still begin
};

// One run of one lesson.
class LessonRun {
 public:
  LessonRun(Session& session, const Lesson& lesson)
      : session_(session), lesson_(lesson), text_(session.renderer(), lesson) {}

  JudgedOutcome run() {
    session_.renderer().begin(lesson_subject(session_, lesson_));
    text_.show_to_first_step();
    const std::string unmet = unmet_need(lesson_.needs, session_.backend());
    if (!unmet.empty()) {
      note({JudgedOutcome::kSkipped, unmet});
    } else {
      build_and_run();
    }
    if (!interrupted_) text_.show_rest();
    finish();
    return report_.judged.outcome;
  }

 private:
  void build_and_run() {
    const BuildResult built = build(session_, lesson_build(lesson_, session_.backend()));
    if (!built.ok) {
      note(did_not_build(built));
      return;
    }
    plan_steps(list_steps(built.program));
    // A step that kills its process doesn't take the others with it: they go on in a new one.
    std::size_t before = 0;
    bool goes_on = true;
    while (goes_on) {
      before = steps_.size();
      const Judged judged = run_process(built.program);
      goes_on = !steps_.empty() && steps_.size() < before && !interrupted_;
      if (goes_on) session_.renderer().process_lost(judged);
    }
  }

  std::vector<std::string> list_steps(const fs::path& program) {
    std::vector<std::string> steps;
    ChildRequest child;
    child.program = program;
    child.arguments = {"--list"};
    child.limits.seconds = lesson_.time_limit;
    child.on_event = [&steps](const std::string& line) {
      visit_event(
          parse_event(line), [&](const StepInfoEvent& e) { steps.push_back(e.name); },
          [](const auto&) {});
    };
    run_child(child);
    return steps;
  }

  // The steps in the order of the README; those that it does not mention come last.
  void plan_steps(const std::vector<std::string>& listed) {
    std::set<std::string> placed;
    for (const LessonPart& part : text_.parts()) {
      if (part.step.empty()) continue;
      if (std::find(listed.begin(), listed.end(), part.step) == listed.end()) {
        note({JudgedOutcome::kFailed, fmt::format("README.md runs step {}, which the lesson's "
                                                  "program does not have",
                                                  part.step)});
        continue;
      }
      steps_.push_back(part.step);
      placed.insert(part.step);
    }
    for (const std::string& step : listed) {
      if (placed.count(step) == 0) steps_.push_back(step);
    }
  }

  // Returns how the process ended, whatever its checks said.
  Judged run_process(const fs::path& program) {
    LaunchRequest request;
    request.program = program;
    for (const std::string& step : steps_) {
      request.arguments.insert(request.arguments.end(), {"--step", step});
    }
    const std::vector<std::string> options = lesson_option_arguments(session_, lesson_);
    request.arguments.insert(request.arguments.end(), options.begin(), options.end());
    const auto& more = session_.options().program_arguments;
    request.arguments.insert(request.arguments.end(), more.begin(), more.end());
    const fs::path output = session_.catalog().root() / "out" / lesson_.folder.filename();
    request.environment = {{"WARPUP_OUTPUT_DIR", output.string()}};
    request.time_limit = lesson_.time_limit;
    request.before_event = [this](const Event& event) {
      visit_event(
          event, [this](const StepEvent& e) { step_begins(e.name); }, [](const auto&) {});
    };
    const LaunchResult result = launch(session_, request);
    interrupted_ = result.child.outcome == Outcome::kInterrupted;
    report_.tally.add(result.tally);
    report_.seconds += result.child.seconds;
    const Judged judged = judge(result.tally, result.child, Expected{true, is_checked(session_)});
    note(judged);
    const bool ended_itself = result.child.outcome == Outcome::kExited;
    return ended_itself ? Judged{judged.outcome, "the program ended in step " + result.tally.step}
                        : judged;
  }

  void step_begins(const std::string& name) {
    const auto step = std::find(steps_.begin(), steps_.end(), name);
    if (step != steps_.end()) steps_.erase(steps_.begin(), step + 1);
    text_.show_before(name);
  }

  // The worst of what was noted is the lesson's outcome.
  void note(const Judged& judged) {
    const JudgedOutcome now = report_.judged.outcome;
    if (!noted_ || worse_outcome(now, judged.outcome) != now) report_.judged = judged;
    noted_ = true;
  }

  void finish() {
    const JudgedOutcome outcome = report_.judged.outcome;
    if (outcome == JudgedOutcome::kPassed && !lesson_.exercises.empty()) {
      const Exercise& exercise = lesson_.exercises.front();
      report_.next.push_back({"warpup check " + exercise.label(), exercise.title});
    } else if (outcome == JudgedOutcome::kSkipped) {
      report_.next.push_back({"warpup doctor", "what this machine has"});
    } else if (outcome != JudgedOutcome::kPassed) {
      report_.next.push_back({"warpup run " + lesson_.name, "once that is put right"});
    }
    session_.renderer().end(report_);
  }

  Session& session_;
  const Lesson& lesson_;
  TextCursor text_;
  std::deque<std::string> steps_;  // not yet run
  Report report_;
  bool noted_ = false, interrupted_ = false;
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::vector<fs::path> lesson_sources(const Lesson& lesson, Backend backend) {
  std::vector<fs::path> sources;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(lesson.folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!ends_with(name, ".cu")) continue;
    if (ends_with(name, "_gpu.cu") && backend == Backend::kCpu) continue;
    sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

Subject lesson_subject(Session& session, const Lesson& lesson) {
  Subject subject;
  subject.kind = Subject::Kind::kLesson;
  subject.name = lesson.name;
  subject.label = lesson.label();
  subject.title = lesson.title;
  subject.file = lesson.folder / "lesson.cu";
  subject.backend = session.backend();
  subject.check_build = is_checked(session);
  return subject;
}

BuildRequest lesson_build(const Lesson& lesson, Backend backend) {
  BuildRequest request;
  request.sources = lesson_sources(lesson, backend);
  request.include_dirs = {lesson.folder};
  request.name = lesson.name;
  if (request.sources.empty()) {
    throw Failure::internal(
        fmt::format("lesson {} has no lesson.cu in {}", lesson.name, shown_path(lesson.folder)),
        "warpup list");
  }
  return request;
}

JudgedOutcome run_lesson(Session& session, const Lesson& lesson) {
  return LessonRun(session, lesson).run();
}

}  // namespace warpup
