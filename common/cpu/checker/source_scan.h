// The scanning that source_text rests on: words, brackets and calls in a line of code.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpup::report {

/// The line with comments and the insides of string and character literals as blanks.
/// `in_comment` carries a /* over to the next line.
std::string blank_non_code(const std::string& line, bool* in_comment);

bool is_word_char(char c);

/// Start of `word` as a whole word at or after `from`; npos where there is none.
size_t find_word(const std::string& text, const std::string& word, size_t from);

/// All identifiers, keywords too, left to right.
std::vector<std::string> identifiers(const std::string& text);

/// The position of the bracket that closes the one at `open`; npos where the line ends before.
size_t closing_bracket(const std::string& text, size_t open);
/// The position of the bracket that opens the one closed at `close`; npos where there is none.
size_t opening_bracket(const std::string& text, size_t close);

/// `((x))` is x.
std::string without_outer_brackets(std::string text);

/// The names given as first argument to calls of `function`, without casts and &.
std::vector<std::string> names_given_to(const std::string& code, const std::string& function);

/// The variable that a line declares and initialises: "d_in" of `Buffer<float> d_in(n);`. Empty
/// where it declares none, "a or b" where several.
std::string declared_name(const std::string& code);

}  // namespace warpup::report
