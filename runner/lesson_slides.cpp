#include "lesson_slides.h"

#include <regex>
#include <utility>

#include "code_view.h"
#include "markdown_lines.h"
#include "text_file.h"

namespace warpup {
namespace {

constexpr const char* kNotes = "<!-- notes:";
constexpr const char* kCommentEnd = "-->";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}

// "3,5-6" -> 3, 5, 6.
std::vector<int> numbers_in(const std::string& list) {
  static const std::regex kRange(R"((\d{1,4})(?:-(\d{1,4}))?)");
  std::vector<int> result;
  for (std::sregex_iterator it(list.begin(), list.end(), kRange), end; it != end; ++it) {
    const int first = std::stoi((*it)[1]);
    const int last = (*it)[2].matched ? std::stoi((*it)[2]) : first;
    for (int i = first; i <= last; ++i) result.push_back(i);
  }
  return result;
}

// What an opening fence says: "```cuda {3,5-6}".
struct FenceInfo {
  std::string language;
  std::vector<int> marked;
};

FenceInfo info_of(const std::string& fence) {
  static const std::regex kInfo(R"(\s*[`~]+\s*([^\s{]*)\s*(?:\{([0-9,\s-]*)\})?.*)");
  std::smatch match;
  if (!std::regex_match(fence, match, kInfo)) return {};
  return {match[1], numbers_in(match[2])};
}

class SlideMaker {
 public:
  explicit SlideMaker(const std::string& title) {
    slides_.emplace_back();
    slides_.back().title = title;
  }

  void add(const std::string& line) {
    if (in_notes_) return add_notes(line);
    const bool was_open = fences_.open();
    if (fences_.inside(line)) return add_code(line, was_open);
    const std::size_t level = heading_level(line);
    const std::string step = marked_step(line);
    if (level > 0) {
      add_heading(level, trimmed(line.substr(level)));
    } else if (!step.empty()) {
      add_step(step);
    } else if (line.rfind(kNotes, 0) == 0) {
      add_notes(line.substr(std::string(kNotes).size()));
    } else if (is_link_definition(line)) {
      definitions_ += line + '\n';
    } else {
      text() += line + '\n';
    }
  }

  std::vector<Slide> finish() {
    std::vector<Slide> result;
    for (Slide& slide : slides_) {
      slide.notes = trimmed(slide.notes);
      for (std::string* text : {&slide.before, &slide.after}) {
        *text = trimmed(*text);
        if (!text->empty()) *text += "\n\n" + definitions_;
      }
      if (!slide.before.empty() || !slide.step.empty()) result.push_back(std::move(slide));
    }
    return result;
  }

 private:
  Slide& now() { return slides_.back(); }
  std::string& text() { return now().step.empty() ? now().before : now().after; }

  // The text's own title is that of the lesson, which the first screen has already.
  void add_heading(std::size_t level, const std::string& title) {
    if (level == 1) return;
    if (level == 2) section_ = title;
    slides_.emplace_back();
    now().title = level == 2 || section_.empty() ? title : section_ + ": " + title;
  }

  void add_step(const std::string& step) {
    if (!now().step.empty()) {
      Slide next;
      next.title = now().title;
      next.before = std::exchange(now().after, "");
      const auto first = now().code.begin() + static_cast<std::ptrdiff_t>(code_at_step_);
      next.code.assign(first, now().code.end());
      now().code.erase(first, now().code.end());
      slides_.push_back(std::move(next));
    }
    now().step = step;
    code_at_step_ = now().code.size();
  }

  void add_code(const std::string& line, bool was_open) {
    text() += line + '\n';
    if (!was_open) {
      const FenceInfo info = info_of(line);
      in_cpp_ = is_cpp(info.language);
      if (in_cpp_) now().code.push_back({"", info.marked});
    } else if (fences_.open() && in_cpp_) {
      now().code.back().code += line + '\n';
    }
  }

  void add_notes(const std::string& line) {
    const std::size_t end = line.find(kCommentEnd);
    in_notes_ = end == std::string::npos;
    now().notes += trimmed(line.substr(0, end)) + '\n';
  }

  std::vector<Slide> slides_;
  FenceTracker fences_;
  std::string section_, definitions_;
  std::size_t code_at_step_ = 0;  // blocks of the slide that stand before its step
  bool in_notes_ = false, in_cpp_ = false;
};

}  // namespace

std::vector<Slide> make_slides(const std::string& readme, const std::string& title) {
  SlideMaker maker(title);
  for (const std::string& line : split_lines(readme)) maker.add(line);
  return maker.finish();
}

std::string without_code(const std::string& markdown) {
  std::string result;
  FenceTracker fences;
  bool cpp = false;
  for (const std::string& line : split_lines(markdown)) {
    const bool was_open = fences.open();
    const bool code = fences.inside(line);
    if (code && !was_open) cpp = is_cpp(info_of(line).language);
    if (!code || !cpp) result += line + '\n';
  }
  return result;
}

}  // namespace warpup
