#include "timeline_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "text_width.h"

namespace warpup {
namespace {

// The spans of one lane as "[copy---][kernel]", one character a column.
class Lane {
 public:
  explicit Lane(int width) : cells_(static_cast<std::size_t>(width), ' ') {}

  void draw(int begin, int end, const std::string& name) {
    const int width = std::max(1, end - begin);
    if (begin + width > static_cast<int>(cells_.size())) return;
    std::string bar = "|";
    if (width >= 2) {
      bar = "[" + std::string(static_cast<std::size_t>(width) - 2, '-') + "]";
      // Names are cut by bytes: what is not ASCII would need more than a cell a byte.
      const bool ascii = std::all_of(name.begin(), name.end(), [](char c) { return c > 0; });
      const std::size_t shown = std::min(name.size(), static_cast<std::size_t>(width) - 2);
      if (ascii) bar.replace(1, shown, name, 0, shown);
    }
    cells_.replace(static_cast<std::size_t>(begin), bar.size(), bar);
  }

  std::string text() const { return cells_.substr(0, cells_.find_last_not_of(' ') + 1); }

 private:
  std::string cells_;
};

}  // namespace

std::string timeline_text(const Screen& screen, const TimelineEvent& timeline, int width,
                          const std::string& indent) {
  int label_width = 0;
  for (const std::string& lane : timeline.lanes) {
    label_width = std::max(label_width, display_width(lane));
  }
  label_width = std::min(label_width, width / 3);
  double first = std::numeric_limits<double>::max();
  double last = std::numeric_limits<double>::lowest();
  for (const auto& span : timeline.spans) {
    first = std::min(first, span.begin_ms);
    last = std::max(last, span.end_ms);
  }
  if (timeline.spans.empty() || !(last > first)) return "";
  const int room = std::max(10, width - display_width(indent) - label_width - 2);
  const auto column = [&](double ms) {
    return static_cast<int>(std::lround((ms - first) / (last - first) * room));
  };
  std::string text;
  for (std::size_t i = 0; i < timeline.lanes.size(); ++i) {
    Lane lane(room);
    for (const auto& span : timeline.spans) {
      if (span.lane != static_cast<int>(i)) continue;
      const int begin = std::min(column(span.begin_ms), room - 1);
      lane.draw(begin, column(span.end_ms), span.name);
    }
    const std::string label = cut_to_width(timeline.lanes[i], label_width, glyphs(screen).ellipsis);
    text += indent + pad_right(label, label_width) + "  " + lane.text() + '\n';
  }
  const std::string end = fmt::format("{:.4g} ms", last - first);
  const std::string axis = "0" + pad_left(end, room - 1);
  return text + indent + std::string(static_cast<std::size_t>(label_width) + 2, ' ') +
         paint(screen, axis, kDim) + '\n';
}

}  // namespace warpup
