// How many columns of a terminal a UTF-8 text takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpup {

/// Takes one code point off the front of `text`; a byte that is no UTF-8 counts as U+FFFD.
char32_t take_code_point(std::string_view& text);

/// 0 for combining marks and controls, 2 for wide characters (CJK, most emoji), else 1.
int code_point_width(char32_t code_point);

/// The sum over all code points. `text` holds no escape sequences.
int display_width(std::string_view text);

/// `text` cut to at most `width` columns; a cut text ends in `mark`.
std::string cut_to_width(std::string_view text, int width, std::string_view mark);

/// `text` followed by the blanks that fill `width` columns.
std::string pad_right(std::string_view text, int width);

/// The blanks that fill `width` columns, followed by `text`.
std::string pad_left(std::string_view text, int width);

}  // namespace warpup
