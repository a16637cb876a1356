// Preprocessed text and its tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "token.h"

namespace warpup::cu2cpp {

/// A file named by a line marker.
struct File {
  std::string escaped;  // as in a string literal, without the quotes
  std::string name;
  bool system = false;
  bool thrust = false;  // a header of Thrust
};

struct Span {
  std::uint32_t begin;
  std::uint32_t end;
};

struct Source {
  std::string_view text;
  std::vector<Token> tokens;
  std::vector<Index> partners;  // of brackets: the other one of the pair, kNone where it lacks
  std::vector<File> files;
  std::vector<Span> removed;  // nvcc's own pragmas, and qualifiers in Thrust's headers

  Index size() const { return static_cast<Index>(tokens.size()); }
  bool has(Index i) const { return i >= 0 && i < size(); }
  /// kEnd outside of the token list, so that looking around needs no bounds checks.
  Tok kind(Index i) const { return has(i) ? tokens[i].kind : Tok::kEnd; }
  Index partner(Index i) const { return has(i) ? partners[i] : kNone; }
  const Token& at(Index i) const { return tokens[i]; }
  std::string_view spelling(Index i) const {
    return has(i) ? text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin)
                  : std::string_view();
  }
  bool is(Index i, std::string_view word) const { return spelling(i) == word; }
  const File& file(Index i) const { return files[tokens[i].file]; }
  /// Columns count bytes from 1, in the preprocessed line.
  int column(Index i) const;
  /// Byte offset of the first character of the token's physical line.
  std::size_t line_start(Index i) const;
  /// The width of the white space that the token's physical line begins with.
  int indentation(Index i) const;
};

}  // namespace warpup::cu2cpp
