#include "checker/source_branch.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "checker/source_scan.h"
#include "checker/source_text.h"

namespace warpup::report {
namespace {

constexpr int kFarthest = 400;  // lines above or below, a bound on the work
constexpr size_t kNowhere = std::string::npos;

constexpr std::array<const char*, 5> kBarriers = {"__syncthreads", "__syncthreads_count",
                                                  "__syncthreads_and", "__syncthreads_or", "sync"};

/// Code of lines first..last, each ended by a line feed.
std::string code_of(const std::string& file, int first, int last) {
  std::string text;
  for (int line = first; line <= last; ++line) text += code_line(file, line) + '\n';
  return text;
}

int lines_before(const std::string& text, size_t at) {
  return static_cast<int>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// The last position before `at` that is no white space; npos where there is none.
size_t before_blanks(const std::string& text, size_t at) {
  return at == 0 ? kNowhere : text.find_last_not_of(" \t\n", at - 1);
}

/// The word that ends at `last`; empty where that is no word's end.
std::string word_ending_at(const std::string& text, size_t last) {
  if (last == kNowhere || !is_word_char(text[last])) return {};
  size_t first = last;
  while (first > 0 && is_word_char(text[first - 1])) --first;
  return text.substr(first, last + 1 - first);
}

/// The brace that is open at `at`; npos where none is.
size_t brace_around(const std::string& text, size_t at) {
  int depth = 0;
  for (size_t i = at; i-- > 0;) {
    if (text[i] == '}') ++depth;
    if (text[i] == '{' && depth-- == 0) return i;
  }
  return kNowhere;
}

enum class Block { kBranch, kInside, kFunction };  // kInside: of a loop, or a plain one

struct Head {
  Block block;
  size_t begin;
};

/// What the brace at `brace` opens, and where its head begins.
Head head_of(const std::string& text, size_t brace) {
  size_t last = before_blanks(text, brace);
  if (last == kNowhere) return {Block::kFunction, brace};
  if (text[last] == ';' || text[last] == '{' || text[last] == '}') return {Block::kInside, brace};
  const bool has_condition = text[last] == ')';
  if (has_condition) {
    const size_t open = opening_bracket(text, last);
    if (open == kNowhere) return {Block::kFunction, brace};
    last = before_blanks(text, open);
  }
  const std::string word = word_ending_at(text, last);
  const size_t begin = word.empty() ? brace : last + 1 - word.size();
  const bool branch = has_condition ? word == "if" || word == "switch" : word == "else";
  const bool loop = has_condition ? word == "for" || word == "while" : word == "do";
  if (branch) return {Block::kBranch, begin};
  return {loop ? Block::kInside : Block::kFunction, brace};
}

/// The if or else of a statement without braces around `at`; npos where there is none.
size_t bare_branch(const std::string& text, size_t at) {
  const size_t stop = text.find_last_of(";{}", at == 0 ? 0 : at - 1);
  const size_t begin = stop == kNowhere || stop >= at ? 0 : stop + 1;
  const std::string statement = text.substr(begin, at - begin);
  for (const char* word : {"if", "else"}) {
    const size_t found = find_word(statement, word, 0);
    if (found != kNowhere) return begin + found;
  }
  return kNowhere;
}

/// The line of the brace that closes the one open at the beginning of `line`'s word.
int end_of_block(const std::string& file, int line, size_t column) {
  int depth = 0;
  for (int at = line; at < line + kFarthest; ++at) {
    const std::string code = code_line(file, at);
    for (size_t i = at == line ? column : 0; i < code.size(); ++i) {
      if (code[i] == '{') ++depth;
      if (code[i] == '}' && depth-- == 0) return at;
    }
  }
  return line;
}

Branch branch_at(const std::string& file, int line, size_t column) {
  const int first = std::max(1, line - kFarthest);
  const std::string above = code_of(file, first, line - 1);
  const std::string text = above + code_line(file, line);
  size_t at = above.size() + column;
  if (const size_t bare = bare_branch(text, at); bare != kNowhere) {
    return {first + lines_before(text, bare), line};
  }
  while ((at = brace_around(text, at)) != kNowhere) {
    const Head head = head_of(text, at);
    if (head.block == Block::kFunction) return {};
    if (head.block == Block::kInside) continue;
    const int brace_line = first + lines_before(text, at);
    const size_t after = at - (text.rfind('\n', at) == kNowhere ? 0 : text.rfind('\n', at) + 1) + 1;
    return {first + lines_before(text, head.begin), end_of_block(file, brace_line, after)};
  }
  return {};
}

}  // namespace

Branch branch_around(const std::string& file, int line, const std::string& word) {
  const size_t column = find_word(code_line(file, line), word, 0);
  return column == kNowhere ? Branch{} : branch_at(file, line, column);
}

Branch branch_of_line(const std::string& file, int line) { return branch_at(file, line, 0); }

BranchedBarrier branched_barrier(const std::string& file, int line) {
  for (const char* word : kBarriers) {
    const Branch branch = branch_around(file, line, word);
    if (branch.head > 0) return {line, branch};
  }
  return {};
}

BranchedBarrier branched_barrier_between(const std::string& file, int low, int high) {
  BranchedBarrier first;
  for (int line = low; line <= high; ++line) {
    const std::string code = code_line(file, line);
    const bool barrier = std::any_of(kBarriers.begin(), kBarriers.end(),
                                     [&](const char* word) { return has_word(code, word); });
    if (!barrier) continue;
    const BranchedBarrier found = branched_barrier(file, line);
    if (found.line == 0 || found.branch.has(high)) return {};
    if (first.line == 0) first = found;
  }
  return first;
}

}  // namespace warpup::report
