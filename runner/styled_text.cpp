#include "styled_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "text_width.h"

namespace warpup {
namespace {

// Marks that may not begin a line: they stay with the character before them.
bool closes(char32_t c) {
  static constexpr std::u32string_view kMarks = U"，。、；：？！）》」』】…”’";
  return kMarks.find(c) != std::u32string_view::npos;
}

void append(StyledText& text, std::string_view piece, const Style& style) {
  if (text.empty() || !(text.back().style == style)) text.push_back({"", style});
  text.back().text += piece;
}

// Fills lines word by word.
class Wrapper {
 public:
  explicit Wrapper(int width) : width_(std::max(1, width)) {}

  void add(const Span& span) {
    std::string_view rest = span.text;
    while (!rest.empty()) {
      const std::string_view before = rest;
      const char32_t c = take_code_point(rest);
      add(c, before.substr(0, before.size() - rest.size()), span.style);
    }
  }

  std::vector<StyledText> finish() {
    end_word();
    end_line();
    return std::move(lines_);
  }

 private:
  void add(char32_t c, std::string_view bytes, const Style& style) {
    if (c == '\n') {
      end_word();
      end_line();
    } else if (c == ' ' || c == '\t') {
      end_word();
      append(blanks_, " ", style);
      ++gap_;
      after_wide_ = false;
    } else {
      add_visible(c, bytes, style);
    }
  }

  void add_visible(char32_t c, std::string_view bytes, const Style& style) {
    const int columns = code_point_width(c);
    const bool wide = columns == 2;
    if ((wide || after_wide_) && columns > 0 && !closes(c)) end_word();
    if (word_width_ + columns > width_) {
      end_word();
      end_line();
    }
    append(word_, bytes, style);
    word_width_ += columns;
    if (columns > 0) after_wide_ = wide;
  }

  void end_word() {
    if (word_.empty()) return;
    if (line_width_ > 0 && line_width_ + gap_ + word_width_ > width_) end_line();
    if (line_width_ > 0) {
      for (const Span& span : blanks_) append(line_, span.text, span.style);
      line_width_ += gap_;
    }
    for (const Span& span : word_) append(line_, span.text, span.style);
    line_width_ += word_width_;
    word_.clear();
    word_width_ = 0;
    drop_blanks();
  }

  void end_line() {
    lines_.push_back(std::move(line_));
    line_.clear();
    line_width_ = 0;
    drop_blanks();
  }

  void drop_blanks() {
    blanks_.clear();
    gap_ = 0;
  }

  int width_;
  std::vector<StyledText> lines_;
  StyledText line_, blanks_, word_;
  int line_width_ = 0, gap_ = 0, word_width_ = 0;
  bool after_wide_ = false;
};

}  // namespace

int display_width(const StyledText& text) {
  int width = 0;
  for (const Span& span : text) width += display_width(span.text);
  return width;
}

int painted_width(std::string_view painted) {
  std::string plain;
  bool escape = false;
  for (const char c : painted) {
    if (c == '\x1b') escape = true;
    if (!escape) plain += c;
    if (c == 'm') escape = false;
  }
  return display_width(plain);
}

std::string paint(const Screen& screen, const StyledText& text) {
  std::string result;
  for (const Span& span : text) result += paint(screen, span.text, span.style);
  return result;
}

std::vector<StyledText> wrap(const StyledText& text, int width) {
  Wrapper wrapper(width);
  for (const Span& span : text) wrapper.add(span);
  return wrapper.finish();
}

std::vector<std::string> wrap(const std::string& text, int width) {
  std::vector<std::string> result;
  for (const StyledText& line : wrap(StyledText{{text, kPlain}}, width)) {
    result.push_back(line.empty() ? "" : line.front().text);
  }
  return result;
}

std::string wrapped_block(const Screen& screen, const StyledText& text, int width,
                          const std::string& first, const std::string& rest) {
  std::string result;
  const int room = width - std::max(painted_width(first), painted_width(rest));
  const std::string* prefix = &first;
  for (const StyledText& line : wrap(text, room)) {
    std::string painted = *prefix + paint(screen, line);
    painted.erase(painted.find_last_not_of(' ') + 1);
    result += painted + '\n';
    prefix = &rest;
  }
  return result;
}

}  // namespace warpup
