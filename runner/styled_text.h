// Text in several styles, and its division into lines by display width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "screen.h"

namespace warpup {

struct Span {
  std::string text;
  Style style;
};

/// A run of spans; a "\n" in a span begins a new line.
using StyledText = std::vector<Span>;

/// Its columns, if it were one line.
int display_width(const StyledText& text);

/// The columns of a text that may hold escape sequences.
int painted_width(std::string_view painted);

/// With escape sequences, where the screen shows colours.
std::string paint(const Screen& screen, const StyledText& text);

/// Lines of at most `width` columns, broken at blanks and beside wide characters; a word that is
/// longer than a line is cut. Never empty: an empty text is one empty line.
std::vector<StyledText> wrap(const StyledText& text, int width);

/// The same for plain text.
std::vector<std::string> wrap(const std::string& text, int width);

/// `text` wrapped and painted, `first` before its first line and `rest` before the others.
std::string wrapped_block(const Screen& screen, const StyledText& text, int width,
                          const std::string& first, const std::string& rest);

}  // namespace warpup
