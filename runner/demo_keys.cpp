// What the keys of a demo do.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "demo.h"

namespace warpup {
namespace {

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
    case 'o':
      return Wish::kOpenPicture;
    case '?':
    case 'h':
      show_help();
      break;
    case 'q':
      return Wish::kQuit;
    default:
      move(letter);
  }
  return Wish::kNothing;
}

// From screen to screen, and on this one.
void Demo::move(char letter) {
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
    case 'g':
      prompt_ = Prompt();
      prompt_->go_to = true;
      break;
    default:
      scroll_key({Key::Kind::kText, std::string(1, letter)});
  }
}

void Demo::show_help() {
  slide_scroll_ = std::exchange(scroll_, 0);
  view_ = View::kHelp;
  forget_body();
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
  follows_results_ = false;
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
  set(state().settings, parameter.name, parameter.value);
  state().wanted = state().compared = true;
  forget_body();
  scroll_to_results();
}

// What follows is about them, not about the text above.
void Demo::scroll_to_results() { follows_results_ = true; }

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

}  // namespace warpup
