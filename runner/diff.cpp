#include "diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "text_file.h"

namespace warpup {
namespace {

constexpr std::size_t kContext = 3;

struct Change {
  char mark;  // ' ', '-' or '+'
  std::string line;
  std::size_t old_line, new_line;  // lines of each text before this one
};

using Lines = std::vector<std::string>;

// lengths[i][j]: longest common subsequence of a from i on and b from j on.
std::vector<std::vector<int>> common_lengths(const Lines& a, const Lines& b) {
  std::vector<std::vector<int>> lengths(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      lengths[i][j] =
          a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : std::max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  return lengths;
}

std::vector<Change> changes(const Lines& a, const Lines& b) {
  const auto lengths = common_lengths(a, b);
  std::vector<Change> result;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      result.push_back({' ', a[i], i, j});
      ++i;
      ++j;
    } else if (i < a.size() && (j == b.size() || lengths[i + 1][j] >= lengths[i][j + 1])) {
      result.push_back({'-', a[i], i, j});
      ++i;
    } else {
      result.push_back({'+', b[j], i, j});
      ++j;
    }
  }
  return result;
}

// A range as a hunk's header writes it: "12,7".
std::string range(std::size_t before, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? before : before + 1, count);
}

std::string hunk(const std::vector<Change>& all, std::size_t begin, std::size_t end) {
  std::size_t old_count = 0;
  std::size_t new_count = 0;
  std::string body;
  for (std::size_t i = begin; i < end; ++i) {
    if (all[i].mark != '+') ++old_count;
    if (all[i].mark != '-') ++new_count;
    body += all[i].mark + all[i].line + '\n';
  }
  return fmt::format("@@ -{} +{} @@\n", range(all[begin].old_line, old_count),
                     range(all[begin].new_line, new_count)) +
         body;
}

}  // namespace

std::string unified_diff(const std::string& old_text, const std::string& new_text,
                         const std::string& old_name, const std::string& new_name) {
  const auto all = changes(split_lines(old_text), split_lines(new_text));
  std::string text;
  std::size_t at = 0;
  while (at < all.size()) {
    if (all[at].mark == ' ') {
      ++at;
      continue;
    }
    const std::size_t begin = at - std::min(at, kContext);
    std::size_t last = at;  // last change of this hunk: the next one is too far away
    for (std::size_t i = at; i < all.size() && i <= last + 2 * kContext + 1; ++i) {
      if (all[i].mark != ' ') last = i;
    }
    const std::size_t end = std::min(all.size(), last + kContext + 1);
    text += hunk(all, begin, end);
    at = end;
  }
  if (text.empty()) return "";
  return fmt::format("--- {}\n+++ {}\n", old_name, new_name) + text;
}

}  // namespace warpup
