#include "lesson_text.h"

#include "markdown_lines.h"
#include "text_file.h"

namespace warpup {
namespace {

bool is_title(const std::string& line) { return line.rfind("# ", 0) == 0; }

}  // namespace

std::vector<LessonPart> split_lesson_text(const std::string& readme) {
  std::vector<LessonPart> parts(1);
  std::string definitions;
  FenceTracker fences;
  bool begun = false;
  for (const std::string& line : split_lines(readme)) {
    const bool code = fences.inside(line);
    const std::string step = code ? "" : marked_step(line);
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
