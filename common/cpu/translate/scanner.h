// Finds where the lexical elements of C++ end.
#pragma once

#include <string_view>

namespace warpup::cu2cpp {

/// All take the text and an offset in it, and return the offset behind the element.
using Offset = std::size_t;

bool is_word_start(char c);
bool is_word_part(char c);
bool is_digit(char c);

Offset scan_word(std::string_view text, Offset at);
/// A preprocessing number, with its digit separators and suffix.
Offset scan_number(std::string_view text, Offset at);
/// A string or character literal that begins with `quote` at `at`; ends at the line's end at most.
Offset scan_quoted(std::string_view text, Offset at, char quote);
/// A raw string whose opening quote is at `at`.
Offset scan_raw_string(std::string_view text, Offset at);
/// A comment that begins at `at`, or `at` itself where none does.
Offset scan_comment(std::string_view text, Offset at);
/// The rest of the line, without its newline.
Offset scan_line(std::string_view text, Offset at);

/// Whether a word before a quote belongs to the literal, as in u8"..." or LR"(...)".
bool is_literal_prefix(std::string_view word);

}  // namespace warpup::cu2cpp
