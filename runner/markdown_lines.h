// A Markdown text line by line: which lines are code, links, headings, or marks of a lesson.
#pragma once

#include <cstddef>
#include <string>

namespace warpup {

/// Follows code blocks from line to line.
class FenceTracker {
 public:
  /// True if `line` belongs to a code block, its fences included.
  bool inside(const std::string& line);
  /// True between the fences: the next line is code, or the closing fence.
  bool open() const { return !open_.empty(); }

 private:
  std::string open_;
};

/// "[name]: target"
bool is_link_definition(const std::string& line);

/// "sum_atomic" for "<!-- run: sum_atomic -->"; empty for any other line.
std::string marked_step(const std::string& line);

/// The level of a heading ("## Title" has 2), 0 for any other line.
std::size_t heading_level(const std::string& line);

}  // namespace warpup
