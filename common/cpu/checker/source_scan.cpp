#include "checker/source_scan.h"

#include <algorithm>
#include <cctype>

namespace warpup::report {
namespace {

constexpr char kOpening[] = "([{";
constexpr char kClosing[] = ")]}";

bool one_of(char c, const char* set) {
  for (; *set != '\0'; ++set) {
    if (c == *set) return true;
  }
  return false;
}

// Blanks the literal that starts at `i`; returns the position of its closing quote.
size_t blank_literal(std::string* text, size_t i) {
  const char quote = (*text)[i];
  for (++i; i < text->size() && (*text)[i] != quote; ++i) {
    if ((*text)[i] == '\\' && i + 1 < text->size()) (*text)[i++] = ' ';
    (*text)[i] = ' ';
  }
  return i;
}

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// The text from `open` + 1 to the comma or bracket that ends the first argument.
std::string first_argument(const std::string& code, size_t open) {
  size_t i = open + 1;
  for (; i < code.size() && !one_of(code[i], ",)"); ++i) {
    if (!one_of(code[i], kOpening)) continue;
    i = closing_bracket(code, i);
    if (i == std::string::npos) return {};
  }
  return trimmed(code.substr(open + 1, i - open - 1));
}

// "(void**)&d_in" and "reinterpret_cast<void**>(&d_in)" to "d_in"; empty where no & is taken.
std::string addressed_name(std::string argument) {
  if (argument.compare(0, 16, "reinterpret_cast") == 0) {
    const size_t open = argument.find('(');
    if (open != std::string::npos) argument = first_argument(argument, open);
  }
  while (!argument.empty() && argument[0] == '(') {
    const size_t close = closing_bracket(argument, 0);
    if (close == std::string::npos) return {};
    argument = trimmed(argument.substr(close + 1));
  }
  if (argument.empty() || argument[0] != '&') return {};
  return trimmed(argument.substr(1));
}

// Whether a type may end right before `end`: "auto", "Buffer", "Buffer<float>".
bool type_ends_at(const std::string& code, size_t end) {
  const size_t last = code.find_last_not_of(" \t", end == 0 ? 0 : end - 1);
  if (end == 0 || last == std::string::npos) return false;
  if (code[last] == '>') return code.find('<') < last;
  if (last + 1 == end || !is_word_char(code[last])) return false;  // no blank between
  size_t begin = last + 1;
  while (begin > 0 && is_word_char(code[begin - 1])) --begin;
  const std::string word = code.substr(begin, last + 1 - begin);
  for (const char* keyword :
       {"return", "new", "delete", "else", "throw", "case", "goto", "const"}) {
    if (word == keyword) return false;
  }
  return true;
}

}  // namespace

std::string blank_non_code(const std::string& line, bool* in_comment) {
  std::string text = line;
  for (size_t i = 0; i < text.size(); ++i) {
    if (*in_comment) {
      if (text.compare(i, 2, "*/") == 0) {
        *in_comment = false;
        text[i++] = ' ';
      }
      text[i] = ' ';
    } else if (text.compare(i, 2, "//") == 0) {
      std::fill(text.begin() + static_cast<long>(i), text.end(), ' ');
    } else if (text.compare(i, 2, "/*") == 0) {
      *in_comment = true;
      text[i++] = ' ';
      text[i] = ' ';
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_word_char(text[i - 1])))) {
      i = blank_literal(&text, i);
    }
  }
  return text;
}

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

size_t find_word(const std::string& text, const std::string& word, size_t from) {
  for (size_t at = text.find(word, from); at != std::string::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !is_word_char(text[at - 1]);
    if (begins && (end == text.size() || !is_word_char(text[end]))) return at;
  }
  return std::string::npos;
}

std::vector<std::string> identifiers(const std::string& text) {
  std::vector<std::string> names;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_word_char(text[end])) ++end;
    if (end > i && !std::isdigit(static_cast<unsigned char>(text[i]))) {
      names.push_back(text.substr(i, end - i));
    }
    i = end > i ? end : i + 1;
  }
  return names;
}

size_t closing_bracket(const std::string& text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (one_of(text[i], kOpening)) ++depth;
    if (one_of(text[i], kClosing) && --depth == 0) return i;
  }
  return std::string::npos;
}

size_t opening_bracket(const std::string& text, size_t close) {
  int depth = 0;
  for (size_t i = close + 1; i-- > 0;) {
    if (one_of(text[i], kClosing)) ++depth;
    if (one_of(text[i], kOpening) && --depth == 0) return i;
  }
  return std::string::npos;
}

std::string without_outer_brackets(std::string text) {
  while (text.size() > 2 && text.front() == '(' && closing_bracket(text, 0) == text.size() - 1) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

std::vector<std::string> names_given_to(const std::string& code, const std::string& function) {
  std::vector<std::string> names;
  for (size_t at = find_word(code, function, 0); at != std::string::npos;
       at = find_word(code, function, at + 1)) {
    size_t open = code.find_first_not_of(" \t", at + function.size());
    if (open != std::string::npos && code[open] == '<') {  // cudaMalloc<float>(&d, ...)
      open = code.find('(', open);
    }
    if (open == std::string::npos || code[open] != '(') continue;
    const std::string name = addressed_name(first_argument(code, open));
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

namespace {

// "b" of "a(n), b(n);" where `at` is behind a; `at` is moved behind the name. Empty: no further
// one.
std::string next_declarator(const std::string& code, size_t* at) {
  for (size_t i = *at; i < code.size() && code[i] != ';'; ++i) {
    if (one_of(code[i], kOpening)) {
      i = closing_bracket(code, i);
      if (i == std::string::npos) break;
    } else if (code[i] == ',') {
      const size_t begin = std::min(code.find_first_not_of(" \t*&", i + 1), code.size());
      size_t end = begin;
      while (end < code.size() && is_word_char(code[end])) ++end;
      const size_t next = code.find_first_not_of(" \t", end);
      if (end == begin || next == std::string::npos || !one_of(code[next], "({=,;")) break;
      *at = end;
      return code.substr(begin, end - begin);
    }
  }
  return {};
}

}  // namespace

std::string declared_name(const std::string& code) {
  for (size_t i = 0; i < code.size();) {
    size_t end = i;
    while (end < code.size() && is_word_char(code[end])) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    const size_t next = code.find_first_not_of(" \t", end);
    const bool initialised = next != std::string::npos && one_of(code[next], "({=");
    const bool letter = !std::isdigit(static_cast<unsigned char>(code[i]));
    if (letter && initialised && type_ends_at(code, i)) {
      std::string names = code.substr(i, end - i);
      for (std::string more = next_declarator(code, &end); !more.empty();
           more = next_declarator(code, &end)) {
        names += " or " + more;
      }
      return names;
    }
    i = end;
  }
  return {};
}

}  // namespace warpup::report
