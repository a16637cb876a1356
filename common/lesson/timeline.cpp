#include "lesson/timeline.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "lesson/drawing.h"
#include "lesson/sink.h"

namespace lesson {

void Timeline::span(const std::string& lane, const std::string& name, double begin_ms,
                    double end_ms) {
  if (!std::isfinite(begin_ms) || !std::isfinite(end_ms)) {
    throw std::invalid_argument("timeline: \"" + name + "\" has a time that is no number");
  }
  const auto found = std::find(data_.lanes.begin(), data_.lanes.end(), lane);
  const int index = static_cast<int>(found - data_.lanes.begin());
  if (found == data_.lanes.end()) data_.lanes.push_back(lane);
  data_.spans.push_back({index, name, begin_ms, end_ms});
}

void Timeline::show(const std::string& caption) const {
  TimelineData shown = data_;
  shown.caption = caption;
  if (!shown.spans.empty()) shown.file = save_drawing("timeline", timeline_svg(shown));
  session().sink->timeline(shown);
}

}  // namespace lesson
