#include "lexer.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_map>

#include "scanner.h"

namespace warpup::cu2cpp {
namespace {

struct Marker {
  std::uint32_t line = 1;
  std::string_view escaped;  // the file's name as the marker spells it
  bool system = false;
  bool enters = false;  // this file, or returns to it
};

/// Reads `# 12 "file.cu" 1 3`; false for any other directive.
bool read_marker(std::string_view line, Marker& marker) {
  Offset at = 1;
  if (line.substr(at, 5) == "line ") at += 5;
  while (at < line.size() && line[at] == ' ') ++at;
  const char* begin = line.data() + at;
  const char* end = line.data() + line.size();
  const auto [after, error] = std::from_chars(begin, end, marker.line);
  if (error != std::errc()) return false;
  const Offset quote = line.find('"', after - line.data());
  if (quote == std::string_view::npos) return true;  // same file
  const Offset close = scan_quoted(line, quote, '"');
  marker.escaped = line.substr(quote + 1, close - quote - 2);
  const std::string_view flags = line.substr(std::min(close, line.size()));
  marker.system = flags.find(" 3") != std::string_view::npos;
  marker.enters =
      flags.find(" 1") != std::string_view::npos || flags.find(" 2") != std::string_view::npos;
  return true;
}

std::string unescape(std::string_view escaped) {
  std::string name;
  for (Offset at = 0; at < escaped.size(); ++at) {
    if (escaped[at] == '\\' && at + 1 < escaped.size()) ++at;
    name += escaped[at];
  }
  return name;
}

/// Words that make system-header text worth a full look. `__noinline__` is not among them:
/// libstdc++ uses it inside attributes.
bool is_trigger(std::string_view word) {
  if (word.size() < 8 || word[0] != '_' || word[1] != '_') return false;
  const Tok kind = classify_word(word);
  return is_cuda_qualifier(kind) && kind != Tok::kNoInline;
}

/// Headers of Thrust: both of its systems run here as host code that calls kernels, so none of it
/// is device code to translate, and its qualifiers mean nothing.
bool is_thrust_header(const Marker& marker) {
  return marker.system && marker.escaped.find("/include/thrust/") != std::string_view::npos;
}

bool is_cuda_pragma(std::string_view line) {
  Offset at = line.find("pragma");
  if (at == std::string_view::npos) return false;
  at = line.find_first_not_of(' ', at + 6);
  if (at == std::string_view::npos) return false;
  const std::string_view word = line.substr(at);
  return word.substr(0, 6) == "unroll" || word.substr(0, 8) == "nounroll" ||
         word.substr(0, 3) == "nv_" || word.substr(0, 3) == "hd_";
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) { source_.text = text; }

  Source run();

 private:
  void newline();
  void directive();
  void enter(const Marker& marker);
  bool skip_system_text();
  void skip_system_element(bool thrust, int& depth, bool& found);
  void remove(Offset begin, Offset end);
  void word();
  void literal(Offset begin, std::string_view prefix);
  void punctuator();
  void push(Tok kind, Offset begin, Offset end);
  std::uint32_t file_index(std::string_view escaped);
  std::uint32_t count_lines(Offset begin, Offset end) const;
  char peek(Offset ahead = 0) const {
    return at_ + ahead < source_.text.size() ? source_.text[at_ + ahead] : '\0';
  }

  Source source_;
  std::unordered_map<std::string_view, std::uint32_t> files_;
  Offset at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t file_ = 0;
  bool line_begins_ = true;
  bool system_ = false;
  bool quiet_ = true;  // system text may be skipped; false once a stretch proved interesting
};

Source Lexer::run() {
  const std::string_view text = source_.text;
  file_ = file_index("<stdin>");
  while (at_ < text.size()) {
    const char c = text[at_];
    if (system_ && quiet_ && line_begins_ && skip_system_text()) continue;
    if (c == '\n') {
      newline();
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at_;
    } else if (c == '#' && line_begins_) {
      directive();
    } else if (is_word_start(c)) {
      word();
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      push(Tok::kNumber, at_, scan_number(text, at_));
    } else if (c == '"' || c == '\'') {
      literal(at_, "");
    } else if (const Offset end = scan_comment(text, at_); end != at_) {
      line_ += count_lines(at_, end);
      at_ = end;
    } else {
      punctuator();
    }
  }
  return std::move(source_);
}

void Lexer::newline() {
  ++at_;
  ++line_;
  line_begins_ = true;
}

void Lexer::directive() {
  const Offset end = scan_line(source_.text, at_);
  const std::string_view line = source_.text.substr(at_, end - at_);
  Marker marker;
  if (read_marker(line, marker)) {
    line_ = marker.line - 1;  // the newline that ends the directive adds one
    if (marker.escaped.data() != nullptr) enter(marker);
  } else if (is_cuda_pragma(line)) {
    remove(at_, end);
  }
  at_ = end;
}

void Lexer::remove(Offset begin, Offset end) {
  source_.removed.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
}

void Lexer::enter(const Marker& marker) {
  const std::uint32_t file = file_index(marker.escaped);
  // the text of a system header's macro, in a file of the user: it belongs to what is around it
  if (file == file_ && !marker.enters) return;
  file_ = file;
  source_.files[file_].system = marker.system;
  source_.files[file_].thrust = is_thrust_header(marker);
  if (marker.system != system_) quiet_ = true;
  system_ = marker.system;
}

/// Skips to the next marker of a file that is no system header. False, with nothing skipped, if
/// the text has to be looked at after all.
bool Lexer::skip_system_text() {
  const std::string_view text = source_.text;
  const Offset begin = at_;
  const std::size_t removed = source_.removed.size();
  bool thrust = source_.files[file_].thrust;
  int depth = 0;
  bool found = false;
  bool line_begins = true;
  while (at_ < text.size() && !found && depth >= 0) {
    const char c = text[at_];
    if (c == '\n') {
      ++at_;
      line_begins = true;
    } else if (c == '#' && line_begins) {
      const Offset end = scan_line(text, at_);
      Marker marker;
      if (read_marker(text.substr(at_, end - at_), marker)) {
        if (!marker.system) break;
        thrust = is_thrust_header(marker);
      }
      at_ = end;
    } else {
      line_begins = line_begins && (c == ' ' || c == '\t');
      skip_system_element(thrust, depth, found);
    }
  }
  if (found || depth != 0) {
    at_ = begin;
    quiet_ = false;
    source_.removed.resize(removed);
    return false;
  }
  const Offset end = at_;
  if (end > begin) push(Tok::kOpaque, begin, end);
  line_begins_ = true;
  system_ = false;
  return true;
}

void Lexer::skip_system_element(bool thrust, int& depth, bool& found) {
  const std::string_view text = source_.text;
  const char c = text[at_];
  if (is_word_start(c)) {
    const Offset begin = at_;
    at_ = scan_word(text, at_);
    const std::string_view word = text.substr(begin, at_ - begin);
    if (peek() == '"' && word.back() == 'R' && is_literal_prefix(word)) {
      at_ = scan_raw_string(text, at_);
    } else if (is_trigger(word)) {
      if (thrust) remove(begin, at_);
      found = !thrust;
    }
  } else if (is_digit(c)) {
    at_ = scan_number(text, at_);
  } else if (c == '"' || c == '\'') {
    at_ = scan_quoted(text, at_, c);
  } else if (c == '/') {
    const Offset end = scan_comment(text, at_);
    at_ = end == at_ ? at_ + 1 : end;
  } else {
    if (c == '{') ++depth;
    if (c == '}') --depth;
    ++at_;
  }
}

void Lexer::word() {
  const std::string_view text = source_.text;
  const Offset end = scan_word(text, at_);
  const std::string_view spelling = text.substr(at_, end - at_);
  const bool quote_follows = end < text.size() && (text[end] == '"' || text[end] == '\'');
  if (quote_follows && spelling.size() <= 3 && is_literal_prefix(spelling)) {
    const Offset begin = at_;
    at_ = end;
    literal(begin, spelling);
  } else if (source_.files[file_].thrust && is_trigger(spelling)) {
    remove(at_, end);
    at_ = end;
    line_begins_ = false;
  } else {
    push(classify_word(spelling), at_, end);
  }
}

/// A literal whose quote is at the current offset and whose prefix begins at `begin`.
void Lexer::literal(Offset begin, std::string_view prefix) {
  const std::string_view text = source_.text;
  const char quote = text[at_];
  const bool raw = quote == '"' && !prefix.empty() && prefix.back() == 'R';
  Offset end = raw ? scan_raw_string(text, at_) : scan_quoted(text, at_, quote);
  if (end < text.size() && is_word_start(text[end])) end = scan_word(text, end);  // 1.5_km
  const std::uint32_t lines = count_lines(begin, end);
  push(quote == '"' ? Tok::kString : Tok::kCharacter, begin, end);
  line_ += lines;
}

Tok single_punctuator(char c) {
  switch (c) {
    case '(':
      return Tok::kLeftParen;
    case ')':
      return Tok::kRightParen;
    case '[':
      return Tok::kLeftBracket;
    case ']':
      return Tok::kRightBracket;
    case '{':
      return Tok::kLeftBrace;
    case '}':
      return Tok::kRightBrace;
    case ';':
      return Tok::kSemicolon;
    case ',':
      return Tok::kComma;
    case ':':
      return Tok::kColon;
    case '<':
      return Tok::kLess;
    case '>':
      return Tok::kGreater;
    case '=':
      return Tok::kEqual;
    case '*':
      return Tok::kStar;
    case '&':
      return Tok::kAmp;
    case '.':
      return Tok::kDot;
    case '~':
      return Tok::kTilde;
    default:
      return Tok::kOperator;
  }
}

struct Punctuator {
  std::string_view spelling;
  Tok kind;
};

// Longest first. No >> and no <<<: these are found where their meaning is known.
constexpr Punctuator kPunctuators[] = {
    {"...", Tok::kEllipsis},    {"->*", Tok::kOperator},   {"<<=", Tok::kOperator},
    {">>=", Tok::kOperator},    {"<=>", Tok::kOperator},   {"::", Tok::kColonColon},
    {"->", Tok::kArrow},        {"<<", Tok::kShiftLeft},   {"&&", Tok::kAmpAmp},
    {"||", Tok::kOperator},     {"==", Tok::kOperator},    {"!=", Tok::kOperator},
    {"<=", Tok::kOperator},     {">=", Tok::kOperator},    {"+=", Tok::kOperator},
    {"-=", Tok::kOperator},     {"*=", Tok::kOperator},    {"/=", Tok::kOperator},
    {"%=", Tok::kOperator},     {"^=", Tok::kOperator},    {"&=", Tok::kOperator},
    {"|=", Tok::kOperator},     {"++", Tok::kOperator},    {"--", Tok::kOperator},
    {".*", Tok::kOperator},     {"<%", Tok::kLeftBrace},   {"%>", Tok::kRightBrace},
    {":>", Tok::kRightBracket}, {"<:", Tok::kLeftBracket},
};

void Lexer::punctuator() {
  const std::string_view rest = source_.text.substr(at_, 4);
  // <:: begins template arguments in a global namespace, not a subscript
  const bool digraph_trap = rest.substr(0, 3) == "<::" && rest != "<:::" && rest != "<::>";
  if (!digraph_trap && rest.size() > 1 && !is_word_part(rest[1]) && rest[1] != ' ') {
    for (const Punctuator& candidate : kPunctuators) {
      if (rest.substr(0, candidate.spelling.size()) != candidate.spelling) continue;
      push(candidate.kind, at_, at_ + candidate.spelling.size());
      return;
    }
  }
  push(single_punctuator(rest[0]), at_, at_ + 1);
}

void Lexer::push(Tok kind, Offset begin, Offset end) {
  source_.tokens.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), line_, file_, kind});
  at_ = end;
  line_begins_ = false;
}

std::uint32_t Lexer::file_index(std::string_view escaped) {
  const auto [entry, added] =
      files_.emplace(escaped, static_cast<std::uint32_t>(source_.files.size()));
  if (added) source_.files.push_back({std::string(escaped), unescape(escaped), false, false});
  return entry->second;
}

std::uint32_t Lexer::count_lines(Offset begin, Offset end) const {
  std::uint32_t lines = 0;
  for (Offset at = begin; at < end; ++at) lines += source_.text[at] == '\n';
  return lines;
}

}  // namespace

Source lex(std::string_view text) { return Lexer(text).run(); }

}  // namespace warpup::cu2cpp
