#include "code_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "text_width.h"

namespace warpup {
namespace {

constexpr int kTabWidth = 4;
constexpr Style kKeyword{false, false, false, false, Colour::kBlue};
constexpr Style kCuda{false, false, false, false, Colour::kMagenta};
constexpr Style kLiteral{false, false, false, false, Colour::kYellow};
constexpr Style kComment{false, false, false, false, Colour::kGreen};

const std::set<std::string_view>& keywords() {
  static const std::set<std::string_view> kWords = {"alignas",   "auto",        "bool",
                                                    "break",     "case",        "catch",
                                                    "char",      "class",       "const",
                                                    "constexpr", "continue",    "decltype",
                                                    "default",   "delete",      "do",
                                                    "double",    "else",        "enum",
                                                    "explicit",  "extern",      "false",
                                                    "float",     "for",         "if",
                                                    "inline",    "int",         "long",
                                                    "namespace", "new",         "noexcept",
                                                    "nullptr",   "operator",    "private",
                                                    "public",    "return",      "short",
                                                    "signed",    "sizeof",      "static",
                                                    "struct",    "switch",      "template",
                                                    "this",      "throw",       "true",
                                                    "try",       "typedef",     "typename",
                                                    "union",     "unsigned",    "using",
                                                    "void",      "volatile",    "while",
                                                    "size_t",    "static_cast", "reinterpret_cast"};
  return kWords;
}

bool is_cuda_word(std::string_view word) {
  static const std::set<std::string_view> kWords = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                    "warpSize",  "dim3",     "float4",   "float2"};
  const bool qualifier = word.size() > 4 && word.substr(0, 2) == "__";
  return qualifier || kWords.count(word) > 0;
}

bool word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Length of the text or character literal that `line` has at `at`.
std::size_t literal_length(std::string_view line, std::size_t at) {
  std::size_t end = at + 1;
  while (end < line.size() && line[end] != line[at]) end += line[end] == '\\' ? 2 : 1;
  return std::min(end + 1, line.size()) - at;
}

// Length of the number, with digit separators, exponents and suffixes.
std::size_t number_length(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size()) {
    const bool exponent = (line[end] == '+' || line[end] == '-') && end > at &&
                          (line[end - 1] == 'e' || line[end - 1] == 'E') &&
                          line.substr(at, 2) != "0x";
    if (!word_char(line[end]) && line[end] != '.' && line[end] != '\'' && !exponent) break;
    ++end;
  }
  return end - at;
}

std::size_t word_length(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && word_char(line[end])) ++end;
  return end - at;
}

Style word_style(std::string_view word) {
  if (keywords().count(word) > 0) return kKeyword;
  return is_cuda_word(word) ? kCuda : kPlain;
}

struct Token {
  std::size_t length;
  Style style;
};

// The token of `line` at `at`, outside of comments.
Token token_at(std::string_view line, std::size_t at) {
  const char c = line[at];
  if (c == '"' || c == '\'') return {literal_length(line, at), kLiteral};
  if (std::isdigit(static_cast<unsigned char>(c)) != 0) return {number_length(line, at), kLiteral};
  if (word_char(c)) {
    const std::size_t length = word_length(line, at);
    return {length, word_style(line.substr(at, length))};
  }
  for (const std::string_view launch : {"<<<", ">>>"}) {
    if (line.substr(at, 3) == launch) return {3, kCuda};
  }
  const bool directive = c == '#' && line.find_first_not_of(" \t") == at;
  if (directive) return {1 + word_length(line, at + 1), kCuda};
  return {1, kPlain};
}

std::string without_tabs(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\t') {
      result.append(kTabWidth - result.size() % kTabWidth, ' ');
    } else {
      result += c;
    }
  }
  return result;
}

struct Glyph {
  std::string_view bytes;
  int width;
  Style style;
};

std::vector<Glyph> glyphs_of(const StyledText& line) {
  std::vector<Glyph> result;
  for (const Span& span : line) {
    std::string_view rest = span.text;
    while (!rest.empty()) {
      const std::string_view before = rest;
      const int width = code_point_width(take_code_point(rest));
      result.push_back({before.substr(0, before.size() - rest.size()), width, span.style});
    }
  }
  return result;
}

// The end of the piece that begins at `begin`: after a blank in its second half, if there is one.
std::size_t piece_end(const std::vector<Glyph>& line, std::size_t begin, int width) {
  std::size_t end = begin;
  int used = 0;
  while (end < line.size() && used + line[end].width <= width) used += line[end++].width;
  if (end == line.size()) return end;
  for (std::size_t cut = end; cut > begin + (end - begin) / 2; --cut) {
    if (line[cut - 1].bytes == " ") return cut;
  }
  return std::max(end, begin + 1);
}

// Cuts a line to pieces of at most `width` columns.
std::vector<StyledText> pieces(const StyledText& styled, int width) {
  const std::vector<Glyph> line = glyphs_of(styled);
  std::vector<StyledText> result(1);
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = piece_end(line, begin, width);
    if (begin > 0) result.emplace_back();
    StyledText& piece = result.back();
    for (; begin < end; ++begin) {
      if (piece.empty() || !(piece.back().style == line[begin].style)) {
        piece.push_back({"", line[begin].style});
      }
      piece.back().text += line[begin].bytes;
    }
  }
  return result;
}

std::string gutter(const Screen& screen, const std::string& number, int digits) {
  return paint(screen, fmt::format(" {} {} ", pad_left(number, digits), glyphs(screen).bar), kDim);
}

int digits_of(int number) { return static_cast<int>(std::to_string(number).size()); }

std::string with_gutter(const Screen& screen, const StyledText& line, const std::string& number,
                        int digits, int width, const std::string& indent) {
  std::string text;
  const int room = std::max(10, width - painted_width(indent) - digits - 4);
  std::string label = number;
  for (const StyledText& piece : pieces(line, room)) {
    std::string one = indent + gutter(screen, label, digits) + paint(screen, piece);
    one.erase(one.find_last_not_of(' ') + 1);
    text += one + '\n';
    label = glyphs(screen).wrap;
  }
  return text;
}

struct Extent {
  int begin, length;  // in columns
};

// Where the carets of a mark go; a tab before it moves it.
Extent extent_of(const Mark& mark, const CodeLine& line) {
  const auto before = static_cast<std::size_t>(mark.column - 1);
  const auto bytes = static_cast<std::size_t>(mark.bytes);
  const auto columns = [&](std::size_t n) {
    return display_width(without_tabs(line.text.substr(0, n)));
  };
  const int begin = columns(before);
  return {begin, std::max(1, columns(before + bytes) - begin)};
}

// All of the code before a comment.
Extent extent_of_code(const CodeLine& line) {
  const std::string code = without_tabs(line.text);
  const std::size_t first = code.find_first_not_of(' ');
  if (first == std::string::npos) return {0, 1};
  std::string bare = code.substr(0, code.find("//"));
  if (bare.find_first_not_of(' ') == std::string::npos) bare = code;
  const int begin = static_cast<int>(first);
  return {begin, display_width(bare.substr(0, bare.find_last_not_of(' ') + 1)) - begin};
}

// Empty where all marks are right of the room.
std::string carets_below(const CodeLine& line, const std::vector<Mark>& marks, int room) {
  std::vector<Extent> extents;
  for (const Mark& mark : marks) extents.push_back(extent_of(mark, line));
  if (marks.empty()) extents.push_back(extent_of_code(line));
  std::string carets;
  for (const Extent& extent : extents) {
    const auto begin = static_cast<std::size_t>(extent.begin);
    const auto end = static_cast<std::size_t>(std::min(extent.begin + extent.length, room));
    if (begin >= static_cast<std::size_t>(room)) continue;
    if (carets.size() < end) carets.resize(end, ' ');
    std::fill(carets.begin() + extent.begin, carets.begin() + static_cast<std::ptrdiff_t>(end),
              '^');
  }
  return carets;
}

}  // namespace

bool is_cpp(const std::string& language) {
  static const std::set<std::string> kNames = {"cpp", "c++", "cuda", "cu", "c", "cc", "h", "hpp"};
  return kNames.count(language) > 0;
}

StyledText CodeColourer::colour(const std::string& line) {
  const std::string_view text = line;
  StyledText result;
  std::size_t at = 0;
  const auto add = [&](std::size_t length, const Style& style) {
    if (result.empty() || !(result.back().style == style)) result.push_back({"", style});
    result.back().text += text.substr(at, length);
    at += length;
  };
  while (at < text.size()) {
    const bool opens = text.substr(at, 2) == "/*";
    if (in_comment_ || opens) {
      const std::size_t end = text.find("*/", in_comment_ ? at : at + 2);
      in_comment_ = end == std::string_view::npos;
      add(in_comment_ ? text.size() - at : end + 2 - at, kComment);
    } else if (text.substr(at, 2) == "//") {
      add(text.size() - at, kComment);
    } else {
      const Token token = token_at(text, at);
      add(token.length, token.style);
    }
  }
  return result;
}

std::string code_text(const Screen& screen, const std::vector<CodeLine>& lines, bool cpp, int width,
                      const std::string& indent) {
  int last = 0;
  for (const CodeLine& line : lines) last = std::max(last, line.number);
  CodeColourer colourer;
  std::string text;
  for (const CodeLine& line : lines) {
    const std::string plain = without_tabs(line.text);
    const StyledText styled = cpp ? colourer.colour(plain) : StyledText{{plain, kPlain}};
    const std::string number = line.number > 0 ? std::to_string(line.number) : "";
    text += with_gutter(screen, styled, number, last > 0 ? digits_of(last) : 0, width, indent);
  }
  return text;
}

std::vector<std::string> marked_code_text(const Screen& screen, const std::vector<CodeLine>& lines,
                                          const std::vector<Emphasis>& emphasis, int width) {
  int last = 0;
  for (const CodeLine& line : lines) last = std::max(last, line.number);
  const std::string bar = paint(screen, screen.unicode ? "▌" : ">", kHeading);
  CodeColourer colourer;
  std::vector<std::string> result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string plain = without_tabs(lines[i].text);
    StyledText styled = colourer.colour(plain);
    if (emphasis[i] == Emphasis::kDim) styled = {{plain, kDim}};
    const std::string number = lines[i].number > 0 ? std::to_string(lines[i].number) : "";
    result.push_back(with_gutter(screen, styled, number, last > 0 ? digits_of(last) : 0, width,
                                 emphasis[i] == Emphasis::kMarked ? bar : " "));
  }
  return result;
}

std::string marked_line(const Screen& screen, const CodeLine& line, const std::vector<Mark>& marks,
                        int width, const std::string& indent, const Style& style) {
  const int digits = std::max(4, digits_of(line.number));
  const std::string code = without_tabs(line.text);
  const int room = std::max(10, width - painted_width(indent) - digits - 4);
  CodeColourer colourer;
  const std::string shown = cut_to_width(code, room, glyphs(screen).ellipsis);
  const std::string text = with_gutter(screen, colourer.colour(shown), std::to_string(line.number),
                                       digits, width, indent);
  const std::string carets = carets_below(line, marks, room);
  if (carets.empty()) return text;
  const std::size_t begin = carets.find('^');
  return text + indent + gutter(screen, "", digits) + carets.substr(0, begin) +
         paint(screen, carets.substr(begin), style) + '\n';
}

}  // namespace warpup
