// What a plot consists of: the numbers behind Plot and Bars (plot.h).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lesson {

enum class Scale { kLinear, kLog };

/// What an axis measures. The unit "bytes" is written as KB, MB, ... (powers of 1024).
struct Axis {
  std::string label;
  std::string unit;  // may be empty
  Scale scale = Scale::kLinear;
};

/// True if `value` can be drawn on `axis`: it is finite, positive where the axis is logarithmic,
/// and not so large or small that differences overflow.
bool fits_axis(const Axis& axis, double value);

struct PlotSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x, y
};

struct PlotBar {
  std::string name;
  double value = 0;
};

struct PlotData {
  enum class Kind { kLines, kBars };
  Kind kind = Kind::kLines;
  std::string title, caption;
  std::string file;                 // of the SVG; empty if it could not be written
  Axis x, y;                        // of bars: only y, the value
  std::vector<PlotSeries> series;   // of lines
  std::vector<PlotBar> bars;        // of bars
  std::vector<PlotBar> references;  // of bars: lines across all of them
};

}  // namespace lesson
