#include <algorithm>
#include <cmath>
#include <limits>

#include "lesson/axis_scale.h"
#include "lesson/drawing.h"
#include "lesson/svg.h"

namespace lesson {
namespace {

constexpr double kTitleTop = 66, kTop = 120, kBottom = 760, kTextSize = 26;
constexpr double kRowMax = 120;  // height of a bar with its gap
const char* const kGrid = "#d5d5d5";
const char* const kFrame = "#444444";

struct Area {
  double left, right;
  double x(double part) const { return left + part * (right - left); }
  double y(double part) const { return kBottom - part * (kBottom - kTop); }
};

struct Range {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

template <class Named>
double widest(const std::vector<Named>& items) {
  double width = 0;
  for (const Named& item : items) width = std::max(width, svg_text_width(item.name, kTextSize));
  return width;
}

SvgText style(double size, Anchor anchor) {
  SvgText result;
  result.size = size;
  result.anchor = anchor;
  return result;
}

void draw_title(Svg& svg, const std::string& title) {
  SvgText bold = style(40, Anchor::kStart);
  bold.bold = true;
  svg.text(60, kTitleTop, svg_fit(title, 42, Svg::kWidth - 120), bold);
}

void draw_horizontal_axis(Svg& svg, const Area& area, const AxisScale& scale,
                          const std::string& title) {
  for (const Tick& tick : scale.ticks()) {
    const double x = area.x(scale.place(tick.value));
    svg.line(x, kTop, x, kBottom, kGrid, 2);
    svg.text(x, kBottom + 38, tick.label, style(kTextSize, Anchor::kMiddle));
  }
  svg.text((area.left + area.right) / 2, kBottom + 90, title, style(30, Anchor::kMiddle));
}

void draw_vertical_axis(Svg& svg, const Area& area, const AxisScale& scale,
                        const std::string& title) {
  for (const Tick& tick : scale.ticks()) {
    const double y = area.y(scale.place(tick.value));
    svg.line(area.left, y, area.right, y, kGrid, 2);
    svg.text(area.left - 14, y + 9, tick.label, style(kTextSize, Anchor::kEnd));
  }
  SvgText upward = style(30, Anchor::kMiddle);
  upward.upward = true;
  svg.text(52, (kTop + kBottom) / 2, title, upward);
}

void draw_frame(Svg& svg, const Area& area) {
  svg.line(area.left, kTop, area.left, kBottom, kFrame, 3);
  svg.line(area.left, kBottom, area.right, kBottom, kFrame, 3);
}

// A name beside the end of each line, moved apart where lines end close together.
void draw_names(Svg& svg, const PlotData& plot, const Area& area, const AxisScale& y_scale) {
  struct Name {
    int index;
    double y;
  };
  std::vector<Name> names;
  for (size_t i = 0; i < plot.series.size(); ++i) {
    names.push_back(
        {static_cast<int>(i), area.y(y_scale.place(plot.series[i].points.back().second))});
  }
  std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
  constexpr double kApart = 36;
  for (size_t i = 1; i < names.size(); ++i) {
    names[i].y = std::max(names[i].y, names[i - 1].y + kApart);
  }
  double lowest = kBottom;
  for (size_t i = names.size(); i-- > 0; lowest = names[i].y - kApart) {
    names[i].y = std::min(names[i].y, lowest);
  }
  for (const Name& name : names) {
    const double x = area.right + 34;
    svg.marker(name.index, x, name.y, 9, Svg::colour(name.index));
    svg.text(
        x + 22, name.y + 9,
        svg_fit(plot.series[static_cast<size_t>(name.index)].name, kTextSize, Svg::kWidth - x - 30),
        style(kTextSize, Anchor::kStart));
  }
}

void draw_series(Svg& svg, const PlotData& plot, const Area& area, const AxisScale& x_scale,
                 const AxisScale& y_scale) {
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const int index = static_cast<int>(i);
    std::vector<std::pair<double, double>> places;
    for (const auto& point : plot.series[i].points) {
      places.emplace_back(area.x(x_scale.place(point.first)), area.y(y_scale.place(point.second)));
    }
    svg.polyline(places, Svg::colour(index), 5, Svg::dashes(index));
    if (places.size() > 40) continue;  // they would touch
    for (const auto& place : places) {
      svg.marker(index, place.first, place.second, 9, Svg::colour(index));
    }
  }
}

std::string lines_svg(const PlotData& plot) {
  Range x, y;
  for (const PlotSeries& series : plot.series) {
    for (const auto& point : series.points) {
      x.add(point.first);
      y.add(point.second);
    }
  }
  const AxisScale x_scale(plot.x, x.low, x.high, false, 8);
  const AxisScale y_scale(plot.y, y.low, y.high, true, 7);
  const Area area{190, Svg::kWidth - std::min(480.0, widest(plot.series) + 90)};
  Svg svg;
  draw_title(svg, plot.title);
  draw_horizontal_axis(svg, area, x_scale, axis_title(plot.x));
  draw_vertical_axis(svg, area, y_scale, axis_title(plot.y));
  draw_frame(svg, area);
  draw_series(svg, plot, area, x_scale, y_scale);
  draw_names(svg, plot, area, y_scale);
  return svg.document(plot.title);
}

void draw_references(Svg& svg, const PlotData& plot, const Area& area, const AxisScale& scale) {
  double top = kTop - 12;
  for (size_t i = 0; i < plot.references.size(); ++i, top += 32) {
    const double x = area.x(scale.place(plot.references[i].value));
    svg.line(x, top + 8, x, kBottom, "#111111", 4, Svg::dashes(static_cast<int>(i) + 1));
  }
  top = kTop - 12;
  for (const PlotBar& line : plot.references) {
    const double x = area.x(scale.place(line.value));
    // Over the side of the picture that has room.
    const bool left = x > Svg::kWidth / 2;
    SvgText text = style(kTextSize, left ? Anchor::kEnd : Anchor::kStart);
    text.halo = true;
    svg.text(left ? x + 8 : x - 8, top, line.name + ": " + axis_value(plot.y, line.value), text);
    top += 32;
  }
}

// One row a bar, from `top` down.
struct Rows {
  double top, height, text_size;
  double begin(size_t row) const { return top + height * static_cast<double>(row); }
  double baseline(size_t row) const { return begin(row) + height / 2 + text_size / 3; }
};

void draw_bars(Svg& svg, const PlotData& plot, const Area& area, const AxisScale& scale,
               const Rows& rows) {
  for (size_t i = 0; i < plot.bars.size(); ++i) {
    const double end = area.x(std::max(0.0, scale.place(plot.bars[i].value)));
    svg.rect(area.left, rows.begin(i) + rows.height * 0.15, end - area.left, rows.height * 0.7,
             Svg::pattern(0), "#0b3c6f");
    svg.text(area.left - 14, rows.baseline(i),
             svg_fit(plot.bars[i].name, rows.text_size, area.left - 40),
             style(rows.text_size, Anchor::kEnd));
  }
}

// After the lines of references, so that these don't strike them out.
void draw_values(Svg& svg, const PlotData& plot, const Area& area, const AxisScale& scale,
                 const Rows& rows) {
  for (size_t i = 0; i < plot.bars.size(); ++i) {
    const double end = area.x(std::max(0.0, scale.place(plot.bars[i].value)));
    const std::string value = axis_value(plot.y, plot.bars[i].value);
    // Beside the bar, or in it where it leaves no room.
    const bool inside = end + svg_text_width(value, rows.text_size) + 24 > Svg::kWidth;
    SvgText text = style(rows.text_size, inside ? Anchor::kEnd : Anchor::kStart);
    text.halo = true;
    svg.text(inside ? end - 14 : end + 14, rows.baseline(i), value, text);
  }
}

std::string bars_svg(const PlotData& plot) {
  Range range;
  for (const PlotBar& bar : plot.bars) range.add(bar.value);
  for (const PlotBar& line : plot.references) range.add(line.value);
  // A logarithmic axis begins below the shortest bar, so that it is seen.
  const double low = plot.y.scale == Scale::kLog ? range.low / 1.5 : range.low;
  const AxisScale scale(plot.y, low, range.high, true, 7);
  const Area area{std::min(620.0, widest(plot.bars) + 70), Svg::kWidth - 190};
  Svg svg;
  draw_title(svg, plot.title);
  draw_horizontal_axis(svg, area, scale, axis_title(plot.y));
  draw_frame(svg, area);
  // Each reference has a line of text above the bars.
  const double texts = static_cast<double>(plot.references.size());
  const double top = kTop + std::max(0.0, 32 * (texts - 1)) + 10;
  const double row = std::min(kRowMax, (kBottom - top) / static_cast<double>(plot.bars.size()));
  const Rows rows{top, row, std::min(kTextSize, row * 0.6)};
  draw_bars(svg, plot, area, scale, rows);
  draw_references(svg, plot, area, scale);
  draw_values(svg, plot, area, scale, rows);
  return svg.document(plot.title);
}

}  // namespace

std::string plot_svg(const PlotData& plot) {
  return plot.kind == PlotData::Kind::kLines ? lines_svg(plot) : bars_svg(plot);
}

}  // namespace lesson
