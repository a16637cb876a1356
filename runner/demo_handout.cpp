#include "demo_handout.h"

#include <fmt/format.h>

#include <cstdio>

#include "build_view.h"
#include "failure.h"
#include "launch.h"
#include "lesson_program.h"
#include "lesson_run.h"
#include "markdown.h"
#include "session.h"
#include "speaker_notes.h"

namespace warpup {
namespace {

constexpr int kWidest = 100;

class Handout {
 public:
  Handout(Session& session, const Lesson& lesson, const DemoLesson& content, bool with_notes)
      : session_(session),
        lesson_(lesson),
        screen_(session.screen()),
        width_(std::min(screen_.width, kWidest)),
        with_notes_(with_notes),
        demo_(screen_, content),
        content_(content) {}

  int print() {
    if (content_.unmet_need.empty()) {
      build_lesson();
    } else {
      outcome_ = JudgedOutcome::kSkipped;
    }
    while (outcome_ != JudgedOutcome::kInterrupted) {
      print_screen();
      if (demo_.position() + 1 == demo_.slides()) break;
      demo_.press({Key::Kind::kRight, ""});
    }
    return outcome_exit_code(outcome_);
  }

 private:
  void build_lesson() {
    const BuildResult built =
        build_program(session_build(session_, lesson_build(lesson_, session_.backend())));
    if (!built.internal_error.empty() && !built.interrupted) {
      throw Failure::internal(lesson_.name + " could not be built: " + built.internal_error,
                              "warpup doctor");
    }
    if (!built.ok) {
      outcome_ = did_not_build(built).outcome;
      failure_ = compiler_messages_text(screen_, built.messages, {"", lesson_.folder}, width_);
      return;
    }
    program_ = built.program;
    const StepList list = list_steps(session_, lesson_, program_);
    outcome_ = list.judged.outcome;
    if (outcome_ == JudgedOutcome::kPassed) {
      demo_.built("", list.steps);
    } else {
      failure_ = "the lesson's steps could not be listed: " + list.judged.message + '\n';
    }
  }

  void print_screen() {
    const Slide slide = demo_.slide();
    say(titled_rule(screen_,
                    fmt::format("{}  {}/{}", demo_.place(), demo_.position() + 1, demo_.slides()),
                    width_) +
        '\n' + paint(screen_, slide.title, kHeading) + "\n\n");
    print_markdown(slide.before);
    if (!slide.step.empty()) print_step(slide.step);
    print_markdown(slide.after);
    if (with_notes_ && !slide.notes.empty()) {
      say(titled_rule(screen_, "notes", width_) + '\n');
      print_markdown(slide.notes);
    }
  }

  void print_step(const std::string& step) {
    if (!content_.unmet_need.empty()) return say("skipped: " + content_.unmet_need + "\n\n");
    if (!failure_.empty()) {
      say(failure_shown_ ? "did not build, see above\n\n" : failure_ + '\n');
      failure_shown_ = true;
      return;
    }
    StepRecord record;
    LaunchSink sink;
    sink.event = [&](const Event& event, const std::string& line) { record.add(event, line); };
    sink.output = [&](Renderer::Stream stream, std::string_view bytes) {
      record.add_output(stream, bytes);
    };
    const LaunchResult result = launch(
        session_, step_request(session_, lesson_, program_, {step}, content_.settings), sink);
    require_settings(record);
    const Judged judged = judge(result.tally, result.child, Expected{true, is_checked(session_)});
    if (judged.outcome != JudgedOutcome::kSkipped)
      outcome_ = worse_outcome(outcome_, judged.outcome);
    const std::string text = record_text(screen_, content_.subject, record, width_, true);
    if (!text.empty()) say(text + "\n\n");
    const bool told =
        judged.outcome == JudgedOutcome::kPassed || judged.outcome == JudgedOutcome::kSkipped;
    if (!told) {
      say(fmt::format("{}{}{}\n\n", outcome_name(judged.outcome),
                      judged.message.empty() ? "" : ": ", judged.message));
    }
  }

  void require_settings(const StepRecord& record) const {
    for (const ParameterEvent& parameter : record.parameters()) {
      const std::string refused = out_of_range(parameter);
      if (refused.empty()) continue;
      throw Failure::usage(
          "--set: " + refused,
          fmt::format("warpup demo {} --set {}={}", lesson_.name, parameter.name, parameter.usual));
    }
  }

  void print_markdown(const std::string& markdown) {
    MarkdownOptions options;
    options.width = width_;
    options.first_line = [this](const std::string& code) {
      return first_line_of(code, content_.sources);
    };
    const std::string text = markdown_text(screen_, markdown, options);
    if (!text.empty()) say(text + '\n');
  }

  static void say(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

  Session& session_;
  const Lesson& lesson_;
  const Screen& screen_;
  int width_;
  bool with_notes_;
  Demo demo_;
  const DemoLesson& content_;
  std::filesystem::path program_;
  std::string failure_;
  bool failure_shown_ = false;
  JudgedOutcome outcome_ = JudgedOutcome::kPassed;
};

}  // namespace

int print_handout(Session& session, const Lesson& lesson, const DemoLesson& content,
                  bool with_notes) {
  return Handout(session, lesson, content, with_notes).print();
}

}  // namespace warpup
