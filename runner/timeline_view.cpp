#include "timeline_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "lesson/drawing.h"
#include "table_view.h"
#include "text_width.h"

namespace warpup {
namespace {

constexpr std::size_t kMostSpans = 24;  // of a table that shows each one

struct Range {
  double first = std::numeric_limits<double>::max();
  double last = std::numeric_limits<double>::lowest();
  void add(const TimelineEvent::Span& span) {
    first = std::min(first, span.begin_ms);
    last = std::max(last, span.end_ms);
  }
};

// The spans of one lane as "[copy---][kernel]", one character a column, each kind of span in a
// colour of its own.
class Lane {
 public:
  explicit Lane(int width)
      : cells_(static_cast<std::size_t>(width), ' '), colours_(cells_.size(), Colour::kNone) {}

  void draw(int begin, int end, const std::string& name, Colour colour) {
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
    std::fill_n(colours_.begin() + begin, width, colour);
  }

  std::string text(const Screen& screen) const {
    std::string text;
    const std::size_t end = cells_.find_last_not_of(' ') + 1;
    for (std::size_t at = 0, next = 0; at < end; at = next) {
      while (next < end && colours_[next] == colours_[at]) ++next;
      text +=
          paint(screen, cells_.substr(at, next - at), {false, false, false, false, colours_[at]});
    }
    return text;
  }

 private:
  std::string cells_;
  std::vector<Colour> colours_;
};

// The colour of each kind of span, in the order in which they come.
class KindColours {
 public:
  Colour of(const std::string& name) {
    static constexpr Colour kColours[] = {Colour::kCyan,    Colour::kYellow, Colour::kGreen,
                                          Colour::kMagenta, Colour::kBlue,   Colour::kRed};
    return colours_.emplace(lesson::span_kind(name), kColours[colours_.size() % 6]).first->second;
  }

 private:
  std::map<std::string, Colour> colours_;
};

std::string drawn(const Screen& screen, const TimelineEvent& timeline, const Range& all, int width,
                  const std::string& indent) {
  int label_width = 0;
  for (const std::string& lane : timeline.lanes) {
    label_width = std::max(label_width, display_width(lane));
  }
  label_width = std::min(label_width, width / 3);
  const int room = std::max(10, width - display_width(indent) - label_width - 2);
  const auto column = [&](double ms) {
    return static_cast<int>(std::lround((ms - all.first) / (all.last - all.first) * room));
  };
  KindColours colours;
  std::string text;
  for (std::size_t i = 0; i < timeline.lanes.size(); ++i) {
    Lane lane(room);
    for (const auto& span : timeline.spans) {
      if (span.lane != static_cast<int>(i)) continue;
      const int begin = std::min(column(span.begin_ms), room - 1);
      lane.draw(begin, column(span.end_ms), span.name, colours.of(span.name));
    }
    const std::string label = cut_to_width(timeline.lanes[i], label_width, glyphs(screen).ellipsis);
    text += indent + pad_right(label, label_width) + "  " + lane.text(screen) + '\n';
  }
  const std::string end = fmt::format("{:.4g} ms", all.last - all.first);
  const std::string axis = "0" + pad_left(end, room - 1);
  return text + indent + std::string(static_cast<std::size_t>(label_width) + 2, ' ') +
         paint(screen, axis, kDim) + '\n';
}

StyledText milliseconds(double value) { return {{fmt::format("{:.3f}", value), kPlain}}; }

std::string span_table(const Screen& screen, const TimelineEvent& timeline, const Range& all,
                       int width, const std::string& indent) {
  Table table;
  table.columns = {
      {{"lane", kPlain}}, {{"span", kPlain}}, {{"from ms", kPlain}}, {{"to ms", kPlain}}};
  table.align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight};
  for (std::size_t i = 0; i < timeline.lanes.size(); ++i) {
    for (const auto& span : timeline.spans) {
      if (span.lane != static_cast<int>(i)) continue;
      table.rows.push_back({{{timeline.lanes[i], kPlain}},
                            {{span.name, kPlain}},
                            milliseconds(span.begin_ms - all.first),
                            milliseconds(span.end_ms - all.first)});
    }
  }
  return table_text(screen, table, width, indent);
}

std::string lane_table(const Screen& screen, const TimelineEvent& timeline, const Range& all,
                       int width, const std::string& indent) {
  Table table;
  table.columns = {
      {{"lane", kPlain}}, {{"spans", kPlain}}, {{"from ms", kPlain}}, {{"to ms", kPlain}}};
  table.align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight};
  for (std::size_t i = 0; i < timeline.lanes.size(); ++i) {
    Range lane;
    int count = 0;
    for (const auto& span : timeline.spans) {
      if (span.lane != static_cast<int>(i)) continue;
      lane.add(span);
      ++count;
    }
    if (count == 0) continue;
    table.rows.push_back({{{timeline.lanes[i], kPlain}},
                          {{std::to_string(count), kPlain}},
                          milliseconds(lane.first - all.first),
                          milliseconds(lane.last - all.first)});
  }
  return table_text(screen, table, width, indent);
}

}  // namespace

std::string timeline_text(const Screen& screen, const TimelineEvent& timeline, int width,
                          const std::string& indent) {
  Range all;
  for (const auto& span : timeline.spans) all.add(span);
  if (timeline.spans.empty() || !(all.last > all.first)) return "";
  if (screen.drawings) return drawn(screen, timeline, all, width, indent);
  const bool few = timeline.spans.size() <= kMostSpans;
  return (few ? span_table : lane_table)(screen, timeline, all, width, indent);
}

}  // namespace warpup
