// Diagrams: lines over an axis, and bars. Each is written as an SVG for a slide, and its numbers go
// into the event stream.
//
//   lesson::Plot plot("Copying to the device", {"size", "bytes", lesson::Scale::kLog},
//                     {"bandwidth", "GB/s"});
//   plot.point("pinned", 4096, 1.3);
//   plot.show("The larger the copy, the less its start matters.");
#pragma once

#include <string>

#include "lesson/plot_data.h"

namespace lesson {

/// Named series of points, drawn as lines in the order of their x.
class Plot {
 public:
  Plot(const std::string& title, const Axis& x, const Axis& y);

  /// Adds a point to `series`, which begins with its first point. Throws std::invalid_argument if a
  /// value does not fit its axis (fits_axis).
  void point(const std::string& series, double x, double y);
  /// Writes the SVG below the folder of picture_path() and reports the plot; without a point it
  /// does neither.
  void show(const std::string& caption) const;

 private:
  PlotData data_;
};

/// One bar a name, from top to bottom: the rungs of a ladder.
class Bars {
 public:
  Bars(const std::string& title, const Axis& value);

  /// Throws std::invalid_argument as Plot::point does, and if `value` is negative.
  void bar(const std::string& name, double value);
  /// A line across all bars: the ceiling, or what a library reaches.
  void reference(const std::string& name, double value);
  void show(const std::string& caption) const;

 private:
  PlotData data_;
};

}  // namespace lesson
