#include "plot_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "braille.h"
#include "lesson/axis_scale.h"
#include "table_view.h"
#include "text_width.h"

namespace warpup {
namespace {

using lesson::AxisScale;
using lesson::PlotData;
using lesson::PlotSeries;

constexpr int kRows = 12;    // of a drawn plot, without its axes
constexpr int kWidest = 80;  // more columns show no more
constexpr std::size_t kMostTableRows = 40;

// Shapes differ, and not the colour alone.
const char* mark_of(std::size_t series) {
  static constexpr const char* kMarks[] = {"●", "■", "▲", "◆", "○", "□", "△", "◇"};
  return kMarks[series % 8];
}

Colour colour_of(std::size_t series) {
  static constexpr Colour kColours[] = {Colour::kCyan,    Colour::kYellow, Colour::kGreen,
                                        Colour::kMagenta, Colour::kBlue,   Colour::kRed};
  return kColours[series % 6];
}

std::string blanks(int count) {
  return std::string(static_cast<std::size_t>(std::max(0, count)), ' ');
}

std::string repeated(const char* text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

struct Range {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// Lines over an axis, in braille.
class LinePlot {
 public:
  LinePlot(const Screen& screen, const PlotData& plot, int width)
      : screen_(screen), plot_(plot), x_(x_scale(plot, width)), y_(y_scale(plot)) {
    for (const lesson::Tick& tick : y_.ticks()) {
      label_width_ = std::max(label_width_, display_width(tick.label));
    }
    columns_ = std::max(8, width - label_width_ - 2);
  }

  std::string text(const std::string& indent) const {
    std::string text = indent + lesson::axis_title(plot_.y) + '\n';
    const BrailleGrid grid = drawn();
    for (int row = 0; row < kRows; ++row) {
      text += indent + row_label(row) + grid.row(screen_, row) + '\n';
    }
    return text + axis(indent) + legend(indent);
  }

 private:
  static AxisScale x_scale(const PlotData& plot, int width) {
    Range range;
    for (const PlotSeries& series : plot.series) {
      for (const auto& point : series.points) range.add(point.first);
    }
    return {plot.x, range.low, range.high, false, std::max(2, width / 12)};
  }
  static AxisScale y_scale(const PlotData& plot) {
    Range range;
    for (const PlotSeries& series : plot.series) {
      for (const auto& point : series.points) range.add(point.second);
    }
    return {plot.y, range.low, range.high, true, 5};
  }

  BrailleGrid drawn() const {
    BrailleGrid grid(columns_, kRows);
    const auto across = [&](double x) {
      return static_cast<int>(std::lround(x_.place(x) * (grid.dots_across() - 1)));
    };
    const auto down = [&](double y) {
      return static_cast<int>(std::lround((1 - y_.place(y)) * (grid.dots_down() - 1)));
    };
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      const auto& points = plot_.series[i].points;
      for (std::size_t p = 1; p < points.size(); ++p) {
        grid.line(across(points[p - 1].first), down(points[p - 1].second), across(points[p].first),
                  down(points[p].second), colour_of(i));
      }
    }
    for (std::size_t i = plot_.series.size(); i-- > 0;) {  // the first series lies on top
      const auto& points = plot_.series[i].points;
      const bool crowded = static_cast<int>(points.size()) > columns_ / 2;
      const std::size_t step = crowded ? points.size() / 8 + 1 : 1;
      for (std::size_t p = 0; p < points.size(); p += step) {
        grid.mark(across(points[p].first), down(points[p].second), mark_of(i), colour_of(i));
      }
    }
    return grid;
  }

  std::string row_label(int row) const {
    for (const lesson::Tick& tick : y_.ticks()) {
      const int dots = kRows * 4 - 1;
      if (static_cast<int>(std::lround((1 - y_.place(tick.value)) * dots)) / 4 != row) continue;
      return pad_left(tick.label, label_width_) + paint(screen_, " ┤", kDim);
    }
    return blanks(label_width_) + paint(screen_, " │", kDim);
  }

  // The line below the plot, the numbers below that, and what they are.
  std::string axis(const std::string& indent) const {
    std::vector<bool> ticks(static_cast<std::size_t>(columns_), false);
    std::string labels;
    int end = 0;  // columns of `labels`
    for (const lesson::Tick& tick : x_.ticks()) {
      const int column = static_cast<int>(std::lround(x_.place(tick.value) * (columns_ - 1)));
      ticks[static_cast<std::size_t>(column)] = true;
      const int size = display_width(tick.label);
      const int begin = std::clamp(column - size / 2, 0, std::max(0, columns_ - size));
      if (end > 0 && begin <= end) continue;  // no room beside the one before
      labels += blanks(begin - end) + tick.label;
      end = begin + size;
    }
    std::string line = " └";
    for (const bool tick : ticks) line += tick ? "┬" : "─";
    const std::string margin = indent + blanks(label_width_);
    const std::string title = lesson::axis_title(plot_.x);
    const int before = std::max(0, (columns_ - display_width(title)) / 2);
    return margin + paint(screen_, line, kDim) + '\n' + margin + "  " + labels + '\n' + margin +
           "  " + blanks(before) + title + '\n';
  }

  std::string legend(const std::string& indent) const {
    StyledText names;
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      if (i > 0) names.push_back({"   ", kPlain});
      names.push_back({mark_of(i), {false, false, false, false, colour_of(i)}});
      names.push_back({" " + plot_.series[i].name, kPlain});
    }
    const int width = label_width_ + 2 + columns_ + display_width(indent);
    return wrapped_block(screen_, names, width, indent + blanks(label_width_ + 2),
                         indent + blanks(label_width_ + 2));
  }

  const Screen& screen_;
  const PlotData& plot_;
  AxisScale x_, y_;
  int label_width_ = 1, columns_ = 8;
};

// "███▌" for a length in columns.
std::string bar_of(double length) {
  static constexpr const char* kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int eighths = std::max(1, static_cast<int>(std::lround(8 * length)));
  return repeated("█", eighths / 8) + kParts[eighths % 8];
}

std::string bars_text(const Screen& screen, const PlotData& plot, int width,
                      const std::string& indent) {
  Range range;
  int name_width = 0, value_width = 0;
  for (const auto* list : {&plot.bars, &plot.references}) {
    for (const lesson::PlotBar& bar : *list) {
      range.add(bar.value);
      name_width = std::max(name_width, display_width(bar.name));
      value_width = std::max(value_width, display_width(lesson::axis_value(plot.y, bar.value)));
    }
  }
  name_width = std::min(name_width, width / 3);
  const int room = std::max(4, width - name_width - value_width - 4);
  const bool log = plot.y.scale == lesson::Scale::kLog;
  const AxisScale scale(plot.y, log ? range.low / 1.5 : range.low, range.high, true, 5);
  const double longest = scale.place(range.high);
  std::string text = indent + lesson::axis_title(plot.y) + (log ? ", logarithmic" : "") + '\n';
  const auto add = [&](const lesson::PlotBar& bar, const std::string& drawn) {
    text += indent +
            pad_right(cut_to_width(bar.name, name_width, glyphs(screen).ellipsis), name_width) +
            "  " + paint(screen, drawn, {false, false, false, false, Colour::kCyan}) + "  " +
            lesson::axis_value(plot.y, bar.value) + '\n';
  };
  const auto length = [&](double value) { return scale.place(value) / longest * room; };
  for (const lesson::PlotBar& bar : plot.bars) add(bar, bar_of(length(bar.value)));
  for (const lesson::PlotBar& line : plot.references) {
    add(line, repeated("░", std::max(1, static_cast<int>(std::lround(length(line.value))))));
  }
  return text;
}

Table bars_table(const PlotData& plot) {
  Table table;
  table.columns = {{}, {{lesson::axis_title(plot.y), kPlain}}};
  table.align = {Align::kLeft, Align::kRight};
  const auto add = [&](const lesson::PlotBar& bar) {
    table.rows.push_back(
        {{{bar.name, kPlain}}, {{lesson::axis_number(plot.y, bar.value), kPlain}}});
  };
  for (const lesson::PlotBar& bar : plot.bars) add(bar);
  for (const lesson::PlotBar& line : plot.references) add(line);
  return table;
}

std::string value_at(const PlotData& plot, const PlotSeries& series, double x) {
  for (const auto& point : series.points) {
    if (point.first == x) return lesson::axis_number(plot.y, point.second);
  }
  return "";
}

// One row an x, one column a series.
std::string lines_table(const Screen& screen, const PlotData& plot, int width,
                        const std::string& indent) {
  std::set<double> all;
  for (const PlotSeries& series : plot.series) {
    for (const auto& point : series.points) all.insert(point.first);
  }
  Table table;
  table.columns = {{{lesson::axis_title(plot.x), kPlain}}};
  for (const PlotSeries& series : plot.series) table.columns.push_back({{series.name, kPlain}});
  table.align.assign(table.columns.size(), Align::kRight);
  const std::size_t step = (all.size() - 1) / kMostTableRows + 1;
  std::size_t index = 0;
  for (const double x : all) {
    if (index++ % step != 0 && index != all.size()) continue;
    std::vector<StyledText> row = {{{lesson::axis_number(plot.x, x), kPlain}}};
    for (const PlotSeries& series : plot.series) {
      row.push_back({{value_at(plot, series, x), kPlain}});
    }
    table.rows.push_back(std::move(row));
  }
  const std::string rest =
      step == 1 ? "" : fmt::format("; {} of {} rows", table.rows.size(), all.size());
  return wrapped_block(screen, {{lesson::axis_title(plot.y) + rest, kPlain}}, width, indent,
                       indent) +
         table_text(screen, table, width, indent);
}

}  // namespace

std::string plot_text(const Screen& screen, const PlotData& plot, int width,
                      const std::string& indent) {
  const bool bars = plot.kind == PlotData::Kind::kBars;
  if (bars ? plot.bars.empty() : plot.series.empty()) return "";
  const int room = std::min(width, kWidest) - display_width(indent);
  if (screen.drawings && room >= 30) {
    return bars ? bars_text(screen, plot, room, indent) : LinePlot(screen, plot, room).text(indent);
  }
  return bars ? table_text(screen, bars_table(plot), width, indent)
              : lines_table(screen, plot, width, indent);
}

}  // namespace warpup
