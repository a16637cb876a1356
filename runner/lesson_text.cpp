#include "lesson_text.h"

#include <regex>

#include "text_file.h"

namespace warpup {
namespace {

// The fence that a line opens or closes ("```", "~~~~"); empty if it is none.
std::string fence_of(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos || begin > 3) return "";
  const char mark = line[begin];
  if (mark != '`' && mark != '~') return "";
  const std::size_t end = std::min(line.find_first_not_of(mark, begin), line.size());
  return end - begin < 3 ? "" : line.substr(begin, end - begin);
}

// Follows code blocks from line to line.
class FenceTracker {
 public:
  /// True if `line` belongs to a code block, its fences included.
  bool inside(const std::string& line) {
    const std::string fence = fence_of(line);
    if (open_.empty()) {
      open_ = fence;
      return !fence.empty();
    }
    const bool closes = fence.size() >= open_.size() && fence[0] == open_[0] &&
                        line.find_last_not_of(' ') + 1 == line.find(fence) + fence.size();
    if (closes) open_.clear();
    return true;
  }

 private:
  std::string open_;
};

bool is_link_definition(const std::string& line) {
  static const std::regex kDefinition(R"( {0,3}\[[^\]]+\]:\s+\S.*)");
  return line.find("]:") != std::string::npos && std::regex_match(line, kDefinition);
}

// "sum_atomic" for "<!-- run: sum_atomic -->"; empty for any other line.
std::string step_of(const std::string& line) {
  static const std::regex kMarker(R"(\s*<!--\s*run:\s*([A-Za-z0-9_]+)\s*-->\s*)");
  std::smatch match;
  if (line.find("<!--") == std::string::npos) return "";
  return std::regex_match(line, match, kMarker) ? match[1].str() : "";
}

bool is_title(const std::string& line) { return line.rfind("# ", 0) == 0; }

}  // namespace

std::vector<LessonPart> split_lesson_text(const std::string& readme) {
  std::vector<LessonPart> parts(1);
  std::string definitions;
  FenceTracker fences;
  bool begun = false;
  for (const std::string& line : split_lines(readme)) {
    const bool code = fences.inside(line);
    const std::string step = code ? "" : step_of(line);
    if (!step.empty()) {
      parts.back().step = step;
      parts.emplace_back();
    } else if (!code && is_link_definition(line)) {
      definitions += line + '\n';
    } else if (begun || !is_title(line)) {
      parts.back().text += line + '\n';
    }
    begun = begun || !line.empty();
  }
  for (LessonPart& part : parts) {
    const bool blank = part.text.find_first_not_of(" \n") == std::string::npos;
    part.text = blank ? "" : part.text + (definitions.empty() ? "" : "\n" + definitions);
  }
  return parts;
}

}  // namespace warpup
