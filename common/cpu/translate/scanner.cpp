#include "scanner.h"

#include <array>
#include <cstring>
#include <string>

namespace warpup::cu2cpp {
namespace {

enum : unsigned char { kWordStart = 1, kWordPart = 2, kDigit = 4 };

constexpr std::array<unsigned char, 256> make_classes() {
  std::array<unsigned char, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    const bool digit = c >= '0' && c <= '9';
    if (letter || c >= 128) classes[c] |= kWordStart | kWordPart;  // 128 and up: UTF-8
    if (digit) classes[c] |= kDigit | kWordPart;
  }
  return classes;
}

constexpr auto kClasses = make_classes();

unsigned char class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }

}  // namespace

bool is_word_start(char c) { return (class_of(c) & kWordStart) != 0; }
bool is_word_part(char c) { return (class_of(c) & kWordPart) != 0; }
bool is_digit(char c) { return (class_of(c) & kDigit) != 0; }

Offset scan_word(std::string_view text, Offset at) {
  while (at < text.size() && is_word_part(text[at])) ++at;
  return at;
}

Offset scan_number(std::string_view text, Offset at) {
  while (at < text.size()) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    const bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
    if (exponent && (next == '+' || next == '-')) {
      at += 2;
    } else if (is_word_part(c) || c == '.') {
      ++at;
    } else if (c == '\'' && is_word_part(next)) {
      at += 2;
    } else {
      break;
    }
  }
  return at;
}

Offset scan_quoted(std::string_view text, Offset at, char quote) {
  for (++at; at < text.size(); ++at) {
    const char c = text[at];
    if (c == quote) return at + 1;
    if (c == '\n') return at;
    if (c == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
  }
  return text.size();
}

Offset scan_raw_string(std::string_view text, Offset at) {
  constexpr Offset kLongestDelimiter = 16;
  const Offset start = at + 1;
  const Offset paren = text.substr(start, kLongestDelimiter + 1).find('(');
  if (paren == std::string_view::npos) return scan_quoted(text, at, '"');
  std::string close = ")";
  close += text.substr(start, paren);
  close += '"';
  const Offset end = text.find(close, start + paren);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

Offset scan_comment(std::string_view text, Offset at) {
  const std::string_view opening = text.substr(at, 2);
  if (opening == "//") return scan_line(text, at);
  if (opening != "/*") return at;
  const Offset end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

Offset scan_line(std::string_view text, Offset at) {
  if (at >= text.size()) return text.size();
  const void* newline = std::memchr(text.data() + at, '\n', text.size() - at);
  return newline ? static_cast<const char*>(newline) - text.data() : text.size();
}

bool is_literal_prefix(std::string_view word) {
  if (!word.empty() && word.back() == 'R') word.remove_suffix(1);
  return word.empty() || word == "u8" || word == "u" || word == "U" || word == "L";
}

}  // namespace warpup::cu2cpp
