#include "nearest.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace warpup {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Smaller is nearer. A part of a name ("sum" of "block_sum") is as near as one wrong letter.
std::size_t distance(const std::string& name, const std::string& candidate) {
  const std::size_t edits = edit_distance(name, candidate);
  const bool part = name.size() >= 3 && candidate.find(name) != std::string::npos;
  return part ? std::min<std::size_t>(edits, 1) : edits;
}

}  // namespace

std::size_t edit_distance(std::string_view first, std::string_view second) {
  const std::string a = lower(first);
  const std::string b = lower(second);
  // rows[i][j]: edits from the first i letters of a to the first j letters of b
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      const std::size_t replace = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.size()][b.size()];
}

std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t limit) {
  const std::string wanted = lower(name);
  std::vector<std::pair<std::size_t, std::string>> scored;
  scored.reserve(candidates.size());
  for (const std::string& candidate : candidates) {
    scored.emplace_back(distance(wanted, lower(candidate)), candidate);
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::size_t tolerated = std::max<std::size_t>(2, name.size() / 3);
  std::vector<std::string> result;
  for (const auto& [score, candidate] : scored) {
    if (result.size() == limit || (!result.empty() && score > tolerated)) break;
    result.push_back(candidate);
  }
  return result;
}

}  // namespace warpup
