#include "painted_lines.h"

#include <algorithm>

#include "styled_text.h"
#include "text_width.h"

namespace warpup {
namespace {

constexpr int kTabWidth = 8;
constexpr std::string_view kPlainAgain = "\x1b[0m";

// Takes an escape sequence off the front of `text` (ECMA-48: ESC [ ... letter; ESC ] ... BEL; ESC
// and one more). Returns it if it sets colours.
std::string_view take_escape(std::string_view& text) {
  std::size_t end = 2;
  if (text.size() > 1 && text[1] == '[') {
    while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
    ++end;
  } else if (text.size() > 1 && text[1] == ']') {
    while (end < text.size() && text[end] != '\a' && text[end] != '\x1b') ++end;
    ++end;
  }
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end, text.size()));
  return taken.size() > 2 && taken[1] == '[' && taken.back() == 'm' ? taken : std::string_view();
}

class Folder {
 public:
  explicit Folder(int width) : width_(std::max(1, width)) {}

  void add(std::string_view text) {
    while (!text.empty()) {
      if (text[0] == '\x1b') {
        take_colour(take_escape(text));
      } else if (text[0] == '\n') {
        text.remove_prefix(1);
        end_line();
      } else if (text[0] == '\t') {
        text.remove_prefix(1);
        do add_visible(" ", 1);
        while (columns_ % kTabWidth != 0 && columns_ < width_);
      } else {
        const std::string_view before = text;
        const char32_t c = take_code_point(text);
        const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
        if (!control)
          add_visible(before.substr(0, before.size() - text.size()), code_point_width(c));
      }
    }
  }

  std::vector<std::string> finish() {
    if (!line_.empty() || lines_.empty()) end_line();
    return std::move(lines_);
  }

 private:
  void take_colour(std::string_view sequence) {
    if (sequence.empty()) return;
    line_ += sequence;
    colour_ = sequence == kPlainAgain ? "" : std::string(sequence);
  }

  void add_visible(std::string_view bytes, int columns) {
    if (columns_ + columns > width_) end_line();
    line_ += bytes;
    columns_ += columns;
  }

  void end_line() {
    if (!colour_.empty()) line_ += kPlainAgain;
    lines_.push_back(std::move(line_));
    line_ = colour_;
    columns_ = 0;
  }

  int width_;
  int columns_ = 0;
  std::string line_, colour_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> fold_painted(std::string_view text, int width) {
  Folder folder(width);
  folder.add(text);
  return folder.finish();
}

std::vector<std::string> side_by_side(const std::vector<std::string>& left,
                                      const std::vector<std::string>& right, int width,
                                      const std::string& gap) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    std::string line = i < left.size() ? left[i] : "";
    const int blanks = std::max(0, width - painted_width(line));
    line += std::string(static_cast<std::size_t>(blanks), ' ') + gap;
    result.push_back(line + (i < right.size() ? right[i] : ""));
  }
  return result;
}

}  // namespace warpup
