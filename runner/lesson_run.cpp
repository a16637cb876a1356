#include "lesson_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string>

#include "failure.h"
#include "launch.h"
#include "lesson_program.h"
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
  LessonRun(Session& session, const Lesson& lesson, const Settings& settings)
      : session_(session),
        lesson_(lesson),
        settings_(settings),
        text_(session.renderer(), lesson) {}

  JudgedOutcome run() {
    session_.renderer().begin(lesson_subject(session_, lesson_));
    text_.show_to_first_step();
    const std::string unmet = unmet_need(lesson_.needs, session_.backend());
    if (!unmet.empty()) {
      note({JudgedOutcome::kSkipped, unmet});
    } else {
      build_and_run();
    }
    if (refused_.empty()) {
      if (!interrupted_) text_.show_rest();
      finish();
    }
    check_settings();
    return report_.judged.outcome;
  }

 private:
  void build_and_run() {
    const BuildResult built = build(session_, lesson_build(lesson_, session_.backend()));
    if (!built.ok) {
      interrupted_ = built.interrupted;
      note(did_not_build(built));
      return;
    }
    const StepList list = list_steps(session_, lesson_, built.program);
    interrupted_ = list.judged.outcome == JudgedOutcome::kInterrupted;
    if (list.judged.outcome != JudgedOutcome::kPassed) {
      note({list.judged.outcome, "its steps could not be listed: " + list.judged.message});
      return;
    }
    plan_steps(list.steps);
    const std::size_t planned = steps_.size();
    // A step that kills its process doesn't take the others with it: they go on in a new one.
    std::size_t before = 0;
    bool goes_on = true;
    while (goes_on) {
      before = steps_.size();
      const Judged judged = run_process(built.program);
      goes_on = !steps_.empty() && steps_.size() < before && !interrupted_ && refused_.empty();
      if (goes_on) session_.renderer().process_lost(judged);
      if (goes_on) ++processes_lost_;
    }
    tell_of_all_processes(planned);
  }

  // A verdict counts the steps of its own process.
  void tell_of_all_processes(std::size_t planned) {
    if (processes_lost_ == 0 || report_.judged.outcome != JudgedOutcome::kFailed) return;
    report_.judged.message = fmt::format("{} of {} steps passed; {} ended the program",
                                         steps_passed_, planned, processes_lost_);
  }

  // The steps in the order of the README; those that it does not mention come last.
  void plan_steps(const std::vector<StepInfoEvent>& listed) {
    std::set<std::string> placed;
    const auto is_listed = [&](const std::string& name) {
      return std::any_of(listed.begin(), listed.end(),
                         [&](const StepInfoEvent& step) { return step.name == name; });
    };
    for (const LessonPart& part : text_.parts()) {
      if (part.step.empty()) continue;
      if (!is_listed(part.step)) {
        note({JudgedOutcome::kFailed, fmt::format("README.md runs step {}, which the lesson's "
                                                  "program does not have",
                                                  part.step)});
        continue;
      }
      steps_.push_back(part.step);
      placed.insert(part.step);
    }
    for (const StepInfoEvent& step : listed) {
      if (placed.count(step.name) == 0) steps_.push_back(step.name);
    }
  }

  // Returns how the process ended, whatever its checks said.
  Judged run_process(const fs::path& program) {
    LaunchRequest request =
        step_request(session_, lesson_, program, {steps_.begin(), steps_.end()}, settings_);
    request.before_event = [this](const Event& event) {
      visit_event(
          event, [this](const StepEvent& e) { step_begins(e.name); },
          [this](const StepEndEvent& e) { steps_passed_ += e.ok ? 1 : 0; },
          [this](const ParameterEvent& e) { take_parameter(e); }, [](const auto&) {});
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

  void take_parameter(const ParameterEvent& parameter) {
    parameters_.insert(parameter.name);
    if (!refused_.empty() || out_of_range(parameter).empty()) return;
    refused_ = out_of_range(parameter);
    allowed_ = fmt::format("--set {}={}", parameter.name, parameter.usual);
  }

  // A setting that no step takes is a typing mistake; it shows once the steps have run.
  void check_settings() const {
    if (!refused_.empty()) {
      throw Failure::usage("--set: " + refused_,
                           fmt::format("warpup run {} {}", lesson_.name, allowed_));
    }
    if (report_.judged.outcome != JudgedOutcome::kPassed) return;
    for (const auto& [name, value] : settings_) {
      if (parameters_.count(name) > 0) continue;
      std::string known;
      for (const std::string& other : parameters_) known += (known.empty() ? "" : ", ") + other;
      throw Failure::usage(
          fmt::format("--set {}: no step of lesson {} has this parameter; {}", name, lesson_.name,
                      known.empty() ? "none has any" : "they have " + known),
          "warpup run " + lesson_.name);
    }
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
  const Settings& settings_;
  TextCursor text_;
  std::deque<std::string> steps_;  // not yet run
  Report report_;
  std::set<std::string> parameters_;  // of the steps that ran
  std::string refused_, allowed_;     // a setting out of its range, and one within
  std::size_t steps_passed_ = 0, processes_lost_ = 0;
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

JudgedOutcome run_lesson(Session& session, const Lesson& lesson, const Settings& settings) {
  return LessonRun(session, lesson, settings).run();
}

}  // namespace warpup
