#include "gap.h"

#include <algorithm>

#include "text_file.h"

namespace warpup {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// The text of a line that is a comment and nothing else; empty for other lines.
std::string comment_text(const std::string& line) {
  const std::string text = trimmed(line);
  return text.rfind("//", 0) == 0 ? trimmed(text.substr(2)) : "";
}

// "name" for a comment "WORD(name)..."; empty for others. `rest` is what follows.
std::string marked_name(const std::string& comment, const std::string& word, std::string& rest) {
  if (comment.rfind(word + "(", 0) != 0) return "";
  const std::size_t end = comment.find(')');
  if (end == std::string::npos) return "";
  rest = comment.substr(end + 1);
  return comment.substr(word.size() + 1, end - word.size() - 1);
}

}  // namespace

std::vector<Gap> find_gaps(const std::string& text) {
  std::vector<Gap> gaps;
  bool in_todo = false;  // the comment of a TODO goes on
  int number = 0;
  for (const std::string& line : split_lines(text)) {
    ++number;
    const std::string comment = comment_text(line);
    std::string rest;
    const std::string begun = marked_name(comment, "TODO", rest);
    const std::string ended = marked_name(comment, "END", rest);
    if (!begun.empty()) {
      rest.erase(0, std::min(rest.find_first_not_of(": "), rest.size()));
      gaps.push_back({begun, rest, number, 0});
      in_todo = true;
    } else if (!ended.empty()) {
      in_todo = false;
      const auto open = std::find_if(gaps.rbegin(), gaps.rend(), [&](const Gap& gap) {
        return gap.name == ended && gap.last_line == 0;
      });
      if (open != gaps.rend()) open->last_line = number;
    } else if (in_todo && !comment.empty()) {
      gaps.back().todo += " " + comment;
    } else {
      in_todo = false;
    }
  }
  return gaps;
}

}  // namespace warpup
