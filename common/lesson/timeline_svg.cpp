#include <algorithm>
#include <cctype>
#include <limits>

#include "lesson/axis_scale.h"
#include "lesson/drawing.h"
#include "lesson/svg.h"

namespace lesson {
namespace {

constexpr double kTop = 170, kBottom = 730, kRight = Svg::kWidth - 70, kTextSize = 26;
constexpr double kLaneMax = 180;
const char* const kEdge = "#222222";

SvgText style(double size, Anchor anchor) {
  SvgText result;
  result.size = size;
  result.anchor = anchor;
  return result;
}

std::vector<std::string> kinds_of(const TimelineData& timeline) {
  std::vector<std::string> kinds;
  for (const TimelineSpan& span : timeline.spans) {
    const std::string kind = span_kind(span.name);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds;
}

// The caption as the title, in up to three lines.
void draw_title(Svg& svg, const std::string& caption) {
  SvgText bold = style(34, Anchor::kStart);
  bold.bold = true;
  std::string line;
  double y = 54;
  size_t at = 0;
  const auto flush = [&] {
    if (!line.empty()) svg.text(60, y, svg_fit(line, 36, Svg::kWidth - 100), bold);
    y += 42;
    line.clear();
  };
  while (at < caption.size()) {
    const size_t blank = std::min(caption.find(' ', at), caption.size());
    const std::string word = caption.substr(at, blank - at);
    const std::string longer = line.empty() ? word : line + " " + word;
    if (svg_text_width(longer, 36) > Svg::kWidth - 100 && y < 54 + 2 * 42) {
      flush();
      line = word;
    } else {
      line = longer;
    }
    at = blank + 1;
  }
  flush();
}

void draw_legend(Svg& svg, const std::vector<std::string>& kinds, double left, double y) {
  double x = left;
  for (size_t i = 0; i < kinds.size(); ++i) {
    const double width = 60 + svg_text_width(kinds[i], kTextSize) + 40;
    if (x + width > Svg::kWidth) break;  // the spans carry their names, too
    svg.rect(x, y - 24, 44, 30, Svg::pattern(static_cast<int>(i)), kEdge);
    svg.text(x + 56, y, kinds[i], style(kTextSize, Anchor::kStart));
    x += width;
  }
}

void draw_axis(Svg& svg, const AxisScale& scale, double left, double bottom) {
  for (const Tick& tick : scale.ticks()) {
    const double x = left + scale.place(tick.value) * (kRight - left);
    svg.line(x, kTop, x, bottom, "#d5d5d5", 2);
    svg.text(x, bottom + 36, tick.label, style(kTextSize, Anchor::kMiddle));
  }
  svg.text((left + kRight) / 2, bottom + 78, "time (ms)", style(28, Anchor::kMiddle));
}

// All lines of the picture from the lanes' labels to the axis.
class Drawing {
 public:
  Drawing(const TimelineData& timeline, Svg& svg)
      : timeline_(timeline), svg_(svg), kinds_(kinds_of(timeline)) {
    double widest = 0;
    for (const std::string& lane : timeline.lanes) {
      widest = std::max(widest, svg_text_width(lane, kTextSize));
    }
    left_ = std::min(420.0, 70 + widest);
    height_ = std::min(kLaneMax, (kBottom - kTop) / static_cast<double>(timeline.lanes.size()));
  }

  void draw() {
    double first = std::numeric_limits<double>::max();
    double last = std::numeric_limits<double>::lowest();
    for (const TimelineSpan& span : timeline_.spans) {
      first = std::min({first, span.begin_ms, span.end_ms});
      last = std::max({last, span.begin_ms, span.end_ms});
    }
    Axis axis;
    axis.unit = "ms";
    // From zero on, unless the spans lie far from it.
    const bool from_zero = first < (last - first) / 2;
    const AxisScale scale(axis, first, last, from_zero, 9);
    const double bottom = kTop + height_ * static_cast<double>(timeline_.lanes.size());
    draw_title(svg_, timeline_.caption);
    draw_axis(svg_, scale, left_, bottom);
    draw_lanes(bottom);
    for (const TimelineSpan& span : timeline_.spans) draw_span(span, scale);
    draw_legend(svg_, kinds_, left_, bottom + 136);
  }

 private:
  void draw_lanes(double bottom) {
    for (size_t i = 0; i < timeline_.lanes.size(); ++i) {
      const double y = kTop + height_ * static_cast<double>(i);
      svg_.line(left_, y, kRight, y, "#999999", 1.5);
      const double size = std::min(kTextSize, height_ * 0.7);
      svg_.text(left_ - 16, y + height_ / 2 + size / 3,
                svg_fit(timeline_.lanes[i], size, left_ - 40), style(size, Anchor::kEnd));
    }
    svg_.line(left_, bottom, kRight, bottom, "#444444", 3);
  }

  void draw_span(const TimelineSpan& span, const AxisScale& scale) {
    const double begin = left_ + scale.place(span.begin_ms) * (kRight - left_);
    const double end = left_ + scale.place(span.end_ms) * (kRight - left_);
    const double y = kTop + height_ * span.lane, inset = height_ * 0.12;
    const auto kind = std::find(kinds_.begin(), kinds_.end(), span_kind(span.name));
    svg_.rect(begin, y + inset, std::max(3.0, end - begin), height_ - 2 * inset,
              Svg::pattern(static_cast<int>(kind - kinds_.begin())), kEdge);
    const double size = std::min(24.0, height_ * 0.45);
    if (svg_text_width(span.name, size) + 12 > end - begin) return;
    SvgText text = style(size, Anchor::kMiddle);
    text.halo = true;
    svg_.text((begin + end) / 2, y + height_ / 2 + size / 3, span.name, text);
  }

  const TimelineData& timeline_;
  Svg& svg_;
  std::vector<std::string> kinds_;
  double left_, height_;
};

}  // namespace

std::string span_kind(const std::string& name) {
  size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1]))) --end;
  while (end > 0 && (name[end - 1] == ' ' || name[end - 1] == '#')) --end;
  return end == 0 ? name : name.substr(0, end);
}

std::string timeline_svg(const TimelineData& timeline) {
  Svg svg;
  Drawing(timeline, svg).draw();
  return svg.document(timeline.caption);
}

}  // namespace lesson
