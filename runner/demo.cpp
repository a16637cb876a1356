#include "demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "painted_lines.h"
#include "styled_text.h"
#include "text_width.h"

namespace warpup {
namespace {

constexpr int kWidest = 100;   // columns of text that still read well
constexpr int kFrameRows = 5;  // header, title, a blank, status, keys
constexpr int kSlowAfter = 1;  // seconds until a clock shows

std::optional<long long> number_in(const std::string& text) {
  long long value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || text.empty()) return std::nullopt;
  return value;
}

void set(Settings& settings, const std::string& name, long long value) {
  for (auto& [known, old] : settings) {
    if (known != name) continue;
    old = value;
    return;
  }
  settings.emplace_back(name, value);
}

}  // namespace

Demo::Demo(const Screen& screen, DemoLesson lesson)
    : screen_(screen), lesson_(std::move(lesson)), states_(lesson_.slides.size()) {
  for (std::size_t i = 0; i < states_.size(); ++i)
    states_[i].wanted = !lesson_.slides[i].step.empty();
}

void Demo::resize(ScreenSize size) {
  size_ = size;
  forget_body();
}

// ---- keys ----

Demo::Wish Demo::press(const Key& key) {
  message_.clear();
  switch (key.kind) {
    case Key::Kind::kInterrupt:
      if (!busy() || stopped_by_user_) return Wish::kInterrupt;
      stopped_by_user_ = true;
      return Wish::kStop;
    case Key::Kind::kSuspend:
      return Wish::kSuspend;
    case Key::Kind::kRedraw:
      return Wish::kRedraw;
    default:
      break;
  }
  if (prompt_) {
    press_in_prompt(key);
    return Wish::kNothing;
  }
  if (view_ == View::kSlide) return press_in_slide(key);
  press_in_code(key);
  return Wish::kNothing;
}

Demo::Wish Demo::press_in_slide(const Key& key) {
  switch (key.kind) {
    case Key::Kind::kRight:
      go_to(at_ + 1);
      break;
    case Key::Kind::kLeft:
      if (at_ > 0) go_to(at_ - 1);
      break;
    case Key::Kind::kPageDown:
      go_on();
      break;
    case Key::Kind::kPageUp:
    case Key::Kind::kBackspace:
      go_back();
      break;
    case Key::Kind::kHome:
      go_to(0);
      break;
    case Key::Kind::kEnd:
      go_to(slides() - 1);
      break;
    case Key::Kind::kEnter:
      if (hidden()) {
        reveal();
      } else {
        go_on();
      }
      break;
    case Key::Kind::kText:
      if (key.text.size() == 1) return press_letter(key.text[0]);
      break;
    default:
      scroll_key(key);
  }
  return Wish::kNothing;
}

Demo::Wish Demo::press_letter(char letter) {
  switch (letter) {
    case ' ':
      go_on();
      break;
    case 'n':
      go_to(at_ + 1);
      break;
    case 'p':
    case 'b':
      if (at_ > 0) go_to(at_ - 1);
      break;
    case 'a':
      reveal();
      break;
    case 'c':
      show_code();
      break;
    case 'r':
      run_again();
      break;
    case 's':
      open_prompt();
      break;
    case 'g':
      prompt_ = Prompt();
      prompt_->go_to = true;
      break;
    case 'o':
      return Wish::kOpenPicture;
    case '?':
    case 'h':
      slide_scroll_ = std::exchange(scroll_, 0);
      view_ = View::kHelp;
      forget_body();
      break;
    case 'q':
      return Wish::kQuit;
    default:
      scroll_key({Key::Kind::kText, std::string(1, letter)});
  }
  return Wish::kNothing;
}

// The code and the help: they scroll, and any other way out closes them.
void Demo::press_in_code(const Key& key) {
  if (scroll_key(key)) return;
  const int page = std::max(1, body_rows() - 2);
  if (key.is(' ') || key.kind == Key::Kind::kPageDown) {
    scroll_ = std::min(scroll_ + page, last_scroll());
  } else if (key.kind == Key::Kind::kPageUp || key.kind == Key::Kind::kBackspace) {
    scroll_ = std::max(0, scroll_ - page);
  } else if (key.kind == Key::Kind::kHome) {
    scroll_ = 0;
  } else if (key.kind == Key::Kind::kEnd) {
    scroll_ = last_scroll();
  } else if (view_ == View::kCode && (key.is('n') || key.kind == Key::Kind::kTab)) {
    jump_to_block(true);
  } else if (view_ == View::kCode && key.is('p')) {
    jump_to_block(false);
  } else {
    view_ = View::kSlide;
    scroll_ = slide_scroll_;
    forget_body();
  }
}

bool Demo::scroll_key(const Key& key) {
  if (key.is('j') || key.kind == Key::Kind::kDown) {
    scroll_ = std::min(scroll_ + 1, last_scroll());
  } else if (key.is('k') || key.kind == Key::Kind::kUp) {
    scroll_ = std::max(0, scroll_ - 1);
  } else {
    return false;
  }
  return true;
}

void Demo::press_in_prompt(const Key& key) {
  Prompt& prompt = *prompt_;
  prompt.error.clear();
  switch (key.kind) {
    case Key::Kind::kEscape:
      prompt_.reset();
      break;
    case Key::Kind::kEnter:
      accept_prompt();
      break;
    case Key::Kind::kBackspace:
      if (!prompt.text.empty()) prompt.text.pop_back();
      break;
    case Key::Kind::kTab:
      if (!prompt.parameters.empty()) {
        prompt.chosen = (prompt.chosen + 1) % prompt.parameters.size();
        prompt.text.clear();
      }
      break;
    case Key::Kind::kText: {
      const bool digit = key.text.size() == 1 && key.text[0] >= '0' && key.text[0] <= '9';
      const bool sign = key.is('-') && prompt.text.empty();
      if ((digit || sign) && prompt.text.size() < 18) prompt.text += key.text;
      break;
    }
    default:
      break;
  }
}

void Demo::accept_prompt() {
  Prompt& prompt = *prompt_;
  if (prompt.text.empty()) return prompt_.reset();
  const auto value = number_in(prompt.text);
  if (prompt.go_to) {
    if (!value || *value < 1 || *value > static_cast<long long>(slides())) {
      prompt.error = fmt::format("from 1 to {}", slides());
      return;
    }
    prompt_.reset();
    return go_to(static_cast<std::size_t>(*value) - 1);
  }
  ParameterEvent parameter = prompt.parameters[prompt.chosen];
  parameter.value = value.value_or(parameter.minimum - 1);
  prompt.error = value ? out_of_range(parameter) : "a whole number";
  if (!prompt.error.empty()) return;
  prompt_.reset();
  if (busy()) return say("a step runs; Ctrl-C stops it");
  set(state().settings, parameter.name, parameter.value);
  if (state().run && state().run->ended) state().before = std::move(state().run);
  state().run.reset();
  state().wanted = true;
  forget_body();
}

void Demo::open_prompt() {
  const SlideState& now = state();
  const StepRun* run = now.run && !now.run->record.parameters().empty() ? &*now.run
                       : now.before                                     ? &*now.before
                                                                        : nullptr;
  Prompt prompt;
  if (run != nullptr) prompt.parameters = run->record.parameters();
  if (prompt.parameters.empty()) {
    return say(slide().step.empty() ? "no step runs here"
               : busy()             ? "the step has not said yet what can be set"
                                    : "this step has no parameter");
  }
  prompt_ = std::move(prompt);
}

// ---- screens ----

void Demo::go_to(std::size_t slide) {
  if (slide >= slides()) return say("this is the last screen; q quits");
  scrolls_[at_] = scroll_;
  at_ = slide;
  const auto left = scrolls_.find(at_);
  scroll_ = left == scrolls_.end() ? 0 : left->second;
  picture_ = 0;
  forget_body();
}

void Demo::go_on() {
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
  const int results = body().empty() ? 0 : body_->results;
  scroll_ = std::min(std::max(scroll_, results), last_scroll());
}

void Demo::run_again() {
  if (slide().step.empty()) return say("no step runs here");
  if (busy()) return say("a step runs; Ctrl-C stops it");
  if (!lesson_.unmet_need.empty()) return say(lesson_.unmet_need);
  is_built_ = false;
  build_failure_.clear();
  state().before.reset();
  state().wanted = true;
  forget_body();
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

// ---- what runs ----

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
    state().wanted = false;
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
  if (!build_failure_.empty()) return JudgedOutcome::kDidNotBuild;
  JudgedOutcome worst = JudgedOutcome::kPassed;
  for (const SlideState& each : states_) {
    if (!each.run || !each.run->ended) continue;
    const JudgedOutcome outcome = each.run->judged.outcome;
    if (outcome != JudgedOutcome::kInterrupted) worst = worse_outcome(worst, outcome);
  }
  return worst;
}

// ---- the frame ----

std::size_t Demo::steps_before(std::size_t slide) const {
  return static_cast<std::size_t>(std::count_if(
      lesson_.slides.begin(), lesson_.slides.begin() + static_cast<std::ptrdiff_t>(slide),
      [](const Slide& each) { return !each.step.empty(); }));
}

std::string Demo::place() const {
  const std::string dot = screen_.unicode ? "·" : "-";
  const std::string lesson =
      fmt::format("{} {}", std::stoi("0" + lesson_.subject.label), lesson_.subject.name);
  if (slide().step.empty()) return lesson;
  return fmt::format("{} {} step {} of {}", lesson, dot, steps_before(at_) + 1,
                     steps_before(slides()));
}

std::string Demo::next_title() const {
  return at_ + 1 < slides() ? lesson_.slides[at_ + 1].title : "";
}

int Demo::body_rows() const { return std::max(1, size_.rows - kFrameRows); }

const std::vector<std::string>& Demo::body() {
  if (!body_) {
    const int margin = size_.columns >= 70 ? 4 : 1;
    const int room = std::max(10, size_.columns - 2 * margin);
    if (view_ == View::kHelp) {
      body_ = help_page(screen_, std::min(room, kWidest));
    } else if (view_ == View::kCode) {
      CodePage code = code_page(screen_, slide().code, lesson_.sources, room + margin - 1);
      body_ = Page{std::move(code.lines), 0, std::move(code.marks)};
    } else {
      body_ = demo_page(screen_, page_content(), std::min(room, kWidest), room);
    }
  }
  return body_->lines;
}

int Demo::last_scroll() { return std::max(0, static_cast<int>(body().size()) - body_rows()); }

PageContent Demo::page_content() const {
  PageContent content;
  content.slide = &slide();
  content.state = &state();
  content.subject = &lesson_.subject;
  content.code_places = code_places(slide().code, lesson_.sources);
  if (slide().step.empty()) return content;
  const bool listed = std::any_of(listed_.begin(), listed_.end(), [&](const StepInfoEvent& step) {
    return step.name == slide().step;
  });
  if (!lesson_.unmet_need.empty()) {
    content.cannot_run = paint(screen_, "skipped: ", kWarn) + lesson_.unmet_need;
  } else if (!build_failure_.empty()) {
    content.cannot_run = build_failure_;
  } else if (is_built_ && !listed) {
    content.cannot_run = paint(
        screen_,
        fmt::format("README.md runs step {}, which the program does not have", slide().step), kBad);
  }
  const std::string dots = glyphs(screen_).ellipsis;
  const bool waits = state().wanted || (state().run && !state().run->ended);
  if (!waits || !content.cannot_run.empty()) return content;
  const std::string clock = elapsed_ >= kSlowAfter ? fmt::format(" {:.0f} s", elapsed_) : "";
  content.waiting = !is_built_ ? "building " + lesson_.subject.name + " " + dots
                               : "running " + slide().step + " " + dots;
  content.waiting += clock;
  if (!clock.empty()) content.waiting += ", Ctrl-C stops it";
  return content;
}

std::string Demo::header() const {
  const std::string right = fmt::format("{}/{}", at_ + 1, slides());
  const int room = std::max(0, size_.columns - display_width(right) - 2);
  const std::string left = cut_to_width(" " + place(), room, glyphs(screen_).ellipsis);
  return paint(screen_, pad_right(left, room), kDim) + " " + paint(screen_, right, kDim);
}

std::string Demo::status_line() {
  if (prompt_ && prompt_->go_to) {
    const std::string error = prompt_->error.empty() ? "" : "   " + prompt_->error;
    return fmt::format("screen: {}_{}", prompt_->text, error);
  }
  if (prompt_) {
    const ParameterEvent& parameter = prompt_->parameters[prompt_->chosen];
    const std::string tab = prompt_->parameters.size() > 1 ? "; Tab: another" : "";
    if (!prompt_->error.empty()) return fmt::format("{}_  {}", prompt_->text, prompt_->error);
    return fmt::format("{} (from {} to {}), now {}{}: {}_", parameter.name, parameter.minimum,
                       parameter.maximum, parameter.value, tab, prompt_->text);
  }
  if (!message_.empty()) return message_;
  const int below = static_cast<int>(body().size()) - body_rows() - scroll_;
  if (below <= 0) return "";
  return fmt::format("{} {} more line{}", screen_.unicode ? "▼" : "v", below,
                     below == 1 ? "" : "s");
}

std::string Demo::keys_line() const {
  if (prompt_) return "Enter takes it   Esc leaves it";
  if (view_ == View::kHelp) return "Space scrolls   any other key: back";
  if (view_ == View::kCode) return "Space scrolls   n p  marked blocks   c  back";
  std::string text = hidden() ? "Space answer" : "Space on";
  text += "  p back";
  if (!slide().step.empty()) text += "  r again";
  if (!slide().code.empty()) text += "  c code";
  const bool can_set = state().run && !state().run->record.parameters().empty();
  if (can_set || state().before) text += "  s set";
  if (state().run && !hidden() && !state().run->record.pictures().empty()) text += "  o picture";
  return text + "  ? help  q quit";
}

std::vector<std::string> Demo::frame() {
  const int margin = size_.columns >= 70 ? 4 : 1;
  const std::vector<std::string>& lines = body();
  scroll_ = std::min(scroll_, last_scroll());
  const bool wide = view_ == View::kCode;
  // Text stands in the middle of a wide screen; two results side by side fill it.
  int widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, painted_width(line));
  const int room = size_.columns - 2 * margin;
  const int left =
      wide ? 1 : margin + std::max(0, (room - std::max(widest, std::min(room, kWidest))) / 2);
  const std::string indent(static_cast<std::size_t>(std::max(0, left)), ' ');
  const std::string title = view_ == View::kHelp ? "Keys" : slide().title;
  std::vector<std::string> rows;
  rows.push_back(header());
  rows.push_back(indent +
                 paint(screen_, cut_to_width(title, room, glyphs(screen_).ellipsis), kHeading));
  rows.emplace_back();
  for (int i = 0; i < body_rows(); ++i) {
    const auto at = static_cast<std::size_t>(scroll_ + i);
    const std::string line = at < lines.size() ? lines[at] : "";
    rows.push_back(line.empty() ? "" : indent + line);
  }
  const int columns = std::max(1, size_.columns - 2);
  rows.push_back(
      " " + paint(screen_, cut_to_width(status_line(), columns, glyphs(screen_).ellipsis), kBold));
  rows.push_back(
      " " + paint(screen_, cut_to_width(keys_line(), columns, glyphs(screen_).ellipsis), kDim));
  return rows;
}

}  // namespace warpup
