#include "source.h"

namespace warpup::cu2cpp {

std::size_t Source::line_start(Index i) const {
  const std::size_t begin = at(i).begin;
  if (begin == 0) return 0;
  const std::size_t newline = text.rfind('\n', begin - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

int Source::column(Index i) const { return static_cast<int>(at(i).begin - line_start(i)) + 1; }

int Source::indentation(Index i) const {
  const std::size_t start = line_start(i);
  std::size_t end = start;
  while (end < at(i).begin && (text[end] == ' ' || text[end] == '\t')) ++end;
  return static_cast<int>(end - start);
}

}  // namespace warpup::cu2cpp
