#include "demo.h"

#include <algorithm>
#include <utility>

#include "styled_text.h"

namespace warpup {

Demo::Demo(const Screen& screen, DemoLesson lesson)
    : screen_(screen), lesson_(std::move(lesson)), states_(lesson_.slides.size()) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    states_[i].wanted = !lesson_.slides[i].step.empty();
    states_[i].settings = lesson_.settings;
  }
}

void Demo::resize(ScreenSize size) {
  size_ = size;
  forget_body();
}

void Demo::go_to(std::size_t slide) {
  if (slide >= slides()) return say("this is the last screen; q quits");
  scrolls_[at_] = scroll_;
  at_ = slide;
  follows_results_ = false;
  const auto left = scrolls_.find(at_);
  scroll_ = left == scrolls_.end() ? 0 : left->second;
  picture_ = 0;
  forget_body();
}

void Demo::go_on() {
  follows_results_ = false;
  const int last = last_scroll();
  if (scroll_ < last) {
    scroll_ = std::min(scroll_ + std::max(1, body_rows() - 2), last);
  } else if (hidden()) {
    reveal();
  } else {
    const bool more = at_ + 1 < slides();
    if (more) scrolls_.erase(at_ + 1);  // it is read from its beginning
    go_to(at_ + 1);
  }
}

void Demo::go_back() {
  follows_results_ = false;
  if (scroll_ > 0) {
    scroll_ = std::max(0, scroll_ - std::max(1, body_rows() - 2));
  } else if (at_ > 0) {
    go_to(at_ - 1);
  }
}

bool Demo::waits_for_answer() const {
  const SlideState& now = state();
  return now.run && now.run->record.question() != nullptr && !now.revealed;
}

bool Demo::hidden() const { return waits_for_answer() && state().run->ended; }

void Demo::reveal() {
  if (!waits_for_answer()) return say("no question waits for an answer here");
  if (!state().run->ended) return say("the step has not ended yet");
  state().revealed = true;
  forget_body();
  scroll_to_results();
}

void Demo::run_again() {
  if (slide().step.empty()) return say("no step runs here");
  if (busy()) return say("a step runs; Ctrl-C stops it");
  if (!lesson_.unmet_need.empty()) return say(lesson_.unmet_need);
  is_built_ = false;
  build_failure_.clear();
  state().before.reset();
  state().run.reset();
  state().wanted = true;
  forget_body();
  scroll_to_results();
}

void Demo::show_code() {
  if (slide().code.empty()) return say("the text shows no code here");
  slide_scroll_ = scroll_;
  view_ = View::kCode;
  scroll_ = 0;
  forget_body();
  const auto& marks = (body(), body_->marks);
  if (!marks.empty()) scroll_ = std::min(std::max(0, marks.front() - 1), last_scroll());
}

void Demo::jump_to_block(bool forward) {
  body();
  int target = -1;
  for (const int mark : body_->marks) {
    const int line = std::min(std::max(0, mark - 1), last_scroll());
    if (forward && line > scroll_) {
      scroll_ = line;
      return;
    }
    if (!forward && line < scroll_) target = line;
  }
  if (target >= 0) {
    scroll_ = target;
  } else {
    say(forward ? "no marked block below" : "no marked block above");
  }
}

void Demo::time_passes(double seconds) {
  elapsed_ = seconds;
  if (view_ == View::kSlide && !slide().step.empty()) forget_body();
}

std::string Demo::take_picture() {
  const SlideState& now = state();
  if (!now.run || hidden() || now.run->record.pictures().empty()) return "";
  const auto pictures = now.run->record.pictures();
  return pictures[picture_++ % pictures.size()];
}

std::optional<DemoJob> Demo::next_job() const {
  if (busy() || !lesson_.unmet_need.empty() || !build_failure_.empty()) return std::nullopt;
  const bool wanted = state().wanted && !slide().step.empty();
  if (wanted) return DemoJob{slide().step, state().settings};
  if (!is_built_) return DemoJob{};
  return std::nullopt;
}

void Demo::job_begins(const DemoJob& job) {
  job_ = job;
  job_slide_ = at_;
  elapsed_ = 0;
  stopped_by_user_ = false;
  if (!job.step.empty()) {
    if (state().compared && state().run && state().run->ended) {
      state().before = std::move(state().run);
    }
    state().wanted = state().compared = false;
    state().run = StepRun();
    state().run->settings = job.settings;
  }
  forget_body();
}

void Demo::built(const std::string& failure, const std::vector<StepInfoEvent>& steps) {
  is_built_ = failure.empty();
  build_failure_ = failure;
  listed_ = steps;
  for (const StepInfoEvent& step : steps) {
    const bool placed = std::any_of(lesson_.slides.begin(), lesson_.slides.end(),
                                    [&](const Slide& slide) { return slide.step == step.name; });
    if (placed) continue;
    Slide slide;  // the text does not mention it, so it comes last
    slide.title = step.title.empty() ? step.name : step.title;
    slide.step = step.name;
    lesson_.slides.push_back(slide);
    states_.emplace_back();
    states_.back().wanted = true;
    states_.back().settings = lesson_.settings;
  }
  forget_body();
}

void Demo::reported(const Event& event, const std::string& line) {
  if (!job_ || !states_[job_slide_].run) return;
  states_[job_slide_].run->record.add(event, line);
  forget_body();
}

void Demo::printed(Renderer::Stream stream, std::string_view bytes) {
  if (!job_ || !states_[job_slide_].run) return;
  states_[job_slide_].run->record.add_output(stream, bytes);
  forget_body();
}

void Demo::job_ended(const Judged& judged) {
  if (!job_) return;
  const bool step = !job_->step.empty();
  job_.reset();
  forget_body();
  SlideState& of_job = states_[job_slide_];
  if (step && of_job.run) {
    of_job.run->ended = true;
    of_job.run->judged = judged;
    for (const ParameterEvent& parameter : of_job.run->record.parameters()) {
      const std::string refused = out_of_range(parameter);
      if (!refused.empty()) of_job.run->judged.message = refused;
    }
    if (judged.outcome == JudgedOutcome::kInterrupted) {
      of_job.run->judged.message = "r runs the step again";
    }
    if (!build_failure_.empty()) {
      of_job.run.reset();
      of_job.wanted = true;
    }
  } else if (judged.outcome == JudgedOutcome::kInterrupted) {
    build_failure_ = paint(screen_, "the build was interrupted; r builds again", kWarn);
  }
}

JudgedOutcome Demo::outcome() const {
  if (!lesson_.unmet_need.empty()) return JudgedOutcome::kSkipped;
  if (!build_failure_.empty()) return JudgedOutcome::kDidNotBuild;
  JudgedOutcome worst = JudgedOutcome::kPassed;
  for (const SlideState& each : states_) {
    if (!each.run || !each.run->ended) continue;
    const JudgedOutcome outcome = each.run->judged.outcome;
    if (outcome != JudgedOutcome::kInterrupted) worst = worse_outcome(worst, outcome);
  }
  return worst;
}

}  // namespace warpup
