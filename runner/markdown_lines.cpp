#include "markdown_lines.h"

#include <algorithm>
#include <regex>

namespace warpup {
namespace {

// The fence that a line opens or closes ("```", "~~~~"); empty if it is none.
std::string fence_of(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos || begin > 3) return "";
  const char mark = line[begin];
  if (mark != '`' && mark != '~') return "";
  const std::size_t end = std::min(line.find_first_not_of(mark, begin), line.size());
  return end - begin < 3 ? "" : line.substr(begin, end - begin);
}

}  // namespace

bool FenceTracker::inside(const std::string& line) {
  const std::string fence = fence_of(line);
  if (open_.empty()) {
    open_ = fence;
    return !fence.empty();
  }
  const bool closes = fence.size() >= open_.size() && fence[0] == open_[0] &&
                      line.find_last_not_of(' ') + 1 == line.find(fence) + fence.size();
  if (closes) open_.clear();
  return true;
}

bool is_link_definition(const std::string& line) {
  static const std::regex kDefinition(R"( {0,3}\[[^\]]+\]:\s+\S.*)");
  return line.find("]:") != std::string::npos && std::regex_match(line, kDefinition);
}

std::string marked_step(const std::string& line) {
  static const std::regex kMarker(R"(\s*<!--\s*run:\s*([A-Za-z0-9_]+)\s*-->\s*)");
  std::smatch match;
  if (line.find("<!--") == std::string::npos) return "";
  return std::regex_match(line, match, kMarker) ? match[1].str() : "";
}

std::size_t heading_level(const std::string& line) {
  const std::size_t level = line.find_first_not_of('#');
  return level != std::string::npos && level > 0 && line[level] == ' ' ? level : 0;
}

}  // namespace warpup
