#include "demo_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "markdown.h"
#include "painted_lines.h"
#include "styled_text.h"
#include "text_width.h"

namespace warpup {
namespace {

constexpr int kNarrowest = 50;   // columns in which a result still reads well
constexpr int kResultRows = 10;  // that are kept for the results of a step
constexpr const char* kGap = "   ";

// Arrows have names where the screen has no drawing.
std::string ascii_keys(std::string keys) {
  for (const auto& [arrow, name] : {std::pair("→", "Right"), std::pair("←", "Left"),
                                    std::pair("↓", "Down"), std::pair("↑", "Up")}) {
    const std::size_t at = keys.find(arrow);
    if (at != std::string::npos) keys.replace(at, std::string(arrow).size(), name);
  }
  return keys;
}

class PageMaker {
 public:
  PageMaker(const Screen& screen, const PageContent& content, const PageSize& size)
      : screen_(screen), content_(content), size_(size), width_(size.width) {}

  Page make() {
    const Slide& slide = *content_.slide;
    add_before();
    if (slide.step.empty()) return std::move(page_);
    if (!page_.lines.empty()) page_.lines.emplace_back();
    page_.results = static_cast<int>(page_.lines.size());
    add_results();
    const bool over = content_.state->run && content_.state->run->ended && !hidden();
    if (over || !content_.cannot_run.empty()) add_markdown(without_code(slide.after));
    return std::move(page_);
  }

 private:
  bool hidden() const {
    const SlideState& state = *content_.state;
    return state.run && state.run->record.question() != nullptr && !state.revealed;
  }

  // The code stands where the text has it, if that leaves rows for the results.
  void add_before() {
    const Slide& slide = *content_.slide;
    add_markdown(slide.before);
    if (slide.code.empty()) return;
    const int left = size_.rows - static_cast<int>(page_.lines.size());
    if (left >= (slide.step.empty() ? 0 : kResultRows)) return;
    page_.lines.clear();
    add_markdown(without_code(slide.before));
    add_code_line();
  }

  void add_text(const std::string& painted) {
    for (std::string& line : fold_painted(painted, width_)) page_.lines.push_back(std::move(line));
  }

  void add_markdown(const std::string& markdown) {
    MarkdownOptions options;
    options.width = width_;
    options.first_line = [this](const std::string& code) {
      return first_line_of(code, *content_.sources);
    };
    std::string text = markdown_text(screen_, markdown, options);
    text.erase(text.find_last_not_of('\n') + 1);
    if (text.empty()) return;
    if (!page_.lines.empty()) page_.lines.emplace_back();
    add_text(text);
  }

  void add_code_line() {
    if (!page_.lines.empty()) page_.lines.emplace_back();
    const std::string where =
        content_.code_places.empty() ? "the code" : "the code, " + content_.code_places;
    add_text(wrapped_block(screen_, {{"c", kCommand}, {" shows " + where, kDim}}, width_, "", ""));
    while (!page_.lines.empty() && page_.lines.back().empty()) page_.lines.pop_back();
  }

  void add_results() {
    const SlideState& state = *content_.state;
    if (!content_.cannot_run.empty()) return add_text(content_.cannot_run);
    if (state.before && state.run && !hidden()) {
      add_both(*state.before, *state.run);
    } else {
      const std::string label = state.run ? settings_text(state.run->settings) : "";
      const std::string title = content_.slide->step + (label.empty() ? "" : ", " + label);
      page_.lines.push_back(titled_rule(screen_, title, width_));
      if (state.run) append(run_lines(*state.run, width_));
    }
    if (!content_.waiting.empty()) add_text(paint(screen_, content_.waiting, kDim));
    if (hidden() && state.run->ended) {
      add_text("\n" + paint(screen_, "Space", kCommand) + " shows the answer and what happens.");
    }
  }

  void append(const std::vector<std::string>& lines) {
    page_.lines.insert(page_.lines.end(), lines.begin(), lines.end());
  }

  static std::string label_of(const StepRun& run) {
    Settings settings;
    for (const ParameterEvent& parameter : run.record.parameters()) {
      settings.emplace_back(parameter.name, parameter.value);
    }
    return settings_text(settings.empty() ? run.settings : settings);
  }

  // The old result and the new one: side by side where there is room, else one below the other.
  void add_both(const StepRun& old, const StepRun& now) {
    const int column = (size_.room - static_cast<int>(std::string(kGap).size())) / 2;
    if (column >= kNarrowest) {
      append(side_by_side(titled(old, "before: ", column), titled(now, "now: ", column), column,
                          kGap));
      return;
    }
    append(titled(now, "now: ", width_));
    page_.lines.emplace_back();
    append(titled(old, "before: ", width_));
  }

  std::vector<std::string> titled(const StepRun& run, const std::string& when, int width) const {
    std::vector<std::string> lines = {titled_rule(screen_, when + label_of(run), width)};
    for (std::string& line : run_lines(run, width)) lines.push_back(std::move(line));
    return lines;
  }

  std::vector<std::string> run_lines(const StepRun& run, int width) const {
    const bool whole = !hidden();
    std::string text = record_text(screen_, *content_.subject, run.record, width, whole);
    if (text.empty() && !run.ended) return {};
    std::vector<std::string> lines;
    if (!text.empty()) lines = fold_painted(text, width);
    const bool said = run.judged.outcome == JudgedOutcome::kPassed ||
                      (run.judged.outcome == JudgedOutcome::kSkipped && !text.empty());
    if (run.ended && whole && !said) {
      const std::string why = run.judged.message.empty() ? "" : ": " + run.judged.message;
      const std::string end = wrapped_block(
          screen_, {{outcome_name(run.judged.outcome), kBad}, {why, kPlain}}, width, "", "  ");
      for (std::string& line : fold_painted(end, width)) lines.push_back(std::move(line));
    }
    return lines;
  }

  const Screen& screen_;
  const PageContent& content_;
  PageSize size_;
  int width_;
  Page page_;
};

}  // namespace

Page demo_page(const Screen& screen, const PageContent& content, const PageSize& size) {
  return PageMaker(screen, content, size).make();
}

Page help_page(const Screen& screen, int width) {
  static constexpr std::pair<const char*, const char*> kKeys[] = {
      {"Space, PageDown", "on: the rest of this screen, the answer, the next screen"},
      {"Backspace, PageUp", "back, the same way"},
      {"n  →", "the next screen"},
      {"p  ←", "the screen before; its results are kept"},
      {"j k  ↓ ↑", "scroll by a line"},
      {"g", "go to a screen by its number"},
      {"Home, End", "the first screen, the last one"},
      {"a  Enter", "answer: show what the question hides"},
      {"c", "code: the source, with the lines of this step marked"},
      {"r", "run the step again; the source is built again if it was edited"},
      {"s", "set a parameter of the step, and run it beside the old result"},
      {"o", "open the step's picture, the next one each time"},
      {"Ctrl-C", "stop the step that runs; leave the demo when none does"},
      {"Ctrl-Z", "leave for the shell; fg comes back"},
      {"?", "this page"},
      {"q", "quit"}};
  Page page;
  for (const auto& [keys, what] : kKeys) {
    const std::string shown = screen.unicode ? keys : ascii_keys(keys);
    const std::string left = "  " + paint(screen, pad_right(shown, 20), kCommand);
    const std::string text =
        wrapped_block(screen, {{what, kPlain}}, width, left, std::string(22, ' '));
    for (std::string& line : fold_painted(text, width)) page.lines.push_back(std::move(line));
  }
  return page;
}

}  // namespace warpup
