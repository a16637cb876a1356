// A chapter of the course behind the lessons, as people know it: "1.8 reduce-sum".
#pragma once

#include <string>

namespace warpup {

struct Chapter {
  std::string part;    // "runtime" or "driver", or another that a course has
  std::string number;  // "1.8"
  std::string caption;
  std::string description;

  /// "1.8", "driver-1.4": the runtime part goes without its name.
  std::string label() const;
};

/// "1.8", "driver-1.4", "Driver 1.4", "runtime-1.8".
struct ChapterName {
  std::string part;  // empty: not said
  std::string number;
};

/// The name that `text` is; an empty number if it is none.
ChapterName parse_chapter_name(const std::string& text);

/// In the order of the course: the driver's part, the runtime's, others; 1.9 before 1.10.
bool comes_before(const Chapter& a, const Chapter& b);

}  // namespace warpup
