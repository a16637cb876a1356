// What happened when, on several lanes.
#pragma once

#include <string>
#include <vector>

namespace lesson {

struct TimelineSpan {
  int lane = 0;  // index of TimelineData::lanes
  std::string name;
  double begin_ms = 0, end_ms = 0;
};

struct TimelineData {
  std::string caption;
  std::string file;  // of the SVG; empty if it could not be written
  std::vector<std::string> lanes;
  std::vector<TimelineSpan> spans;
};

/// Named spans on named lanes, in milliseconds from a common start. Spans whose names differ in a
/// number at the end only ("copy 1", "copy 2") look alike.
class Timeline {
 public:
  /// Throws std::invalid_argument if a time is not finite.
  void span(const std::string& lane, const std::string& name, double begin_ms, double end_ms);
  /// Writes an SVG for a slide below the folder of picture_path() and reports the timeline.
  void show(const std::string& caption) const;

 private:
  TimelineData data_;
};

}  // namespace lesson
