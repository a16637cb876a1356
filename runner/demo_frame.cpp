// The whole screen of a demo: header, title, what fits of the page, a status line, the keys.
#include <fmt/format.h>

#include <algorithm>

#include "demo.h"
#include "styled_text.h"
#include "text_width.h"

namespace warpup {
namespace {

constexpr int kWidest = 100;   // columns of text that still read well
constexpr int kFrameRows = 5;  // header, title, a blank, status, keys
constexpr int kSlowAfter = 1;  // seconds until a clock shows

}  // namespace

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
      CodePage code = code_page(screen_, slide().code, lesson_.sources, size_.columns);
      body_ = Page{std::move(code.lines), 0, std::move(code.marks)};
    } else {
      body_ = demo_page(screen_, page_content(), {std::min(room, kWidest), room, body_rows()});
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
  content.sources = &lesson_.sources;
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
    return fmt::format("{} (from {} to {}), now {}{}: {}_", parameter.name,
                       grouped(parameter.minimum), grouped(parameter.maximum),
                       grouped(parameter.value), tab, prompt_->text);
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
  if (follows_results_ && view_ == View::kSlide) scroll_ = body_->results;
  scroll_ = std::min(scroll_, last_scroll());
  const bool wide = view_ == View::kCode;
  // Text stands in the middle of a wide screen; two results side by side fill it.
  int widest = 0;
  for (const std::string& line : lines) widest = std::max(widest, painted_width(line));
  const int room = size_.columns - 2 * margin;
  const int left =
      wide ? 0 : margin + std::max(0, (room - std::max(widest, std::min(room, kWidest))) / 2);
  const std::string indent(static_cast<std::size_t>(std::max(0, left)), ' ');
  const std::string title = view_ == View::kHelp ? "Keys" : slide().title;
  std::vector<std::string> rows;
  rows.push_back(header());
  rows.push_back(indent +
                 paint(screen_, cut_to_width(title, room, glyphs(screen_).ellipsis), kHeading));
  rows.emplace_back();
  for (int i = 0; i < body_rows(); ++i) {
    const std::size_t at = static_cast<std::size_t>(scroll_) + static_cast<std::size_t>(i);
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
