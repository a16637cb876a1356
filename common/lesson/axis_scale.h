// An axis cut into parts at round numbers, and where a value lies on it. For the SVG and for the
// terminal.
#pragma once

#include <string>
#include <vector>

#include "lesson/plot_data.h"

namespace lesson {

struct Tick {
  double value;
  std::string label;
};

/// The number alone: "0.25", "12,000", "64 KB" for the unit bytes.
std::string axis_number(const Axis& axis, double value);
/// With its unit: "12.5 GB/s".
std::string axis_value(const Axis& axis, double value);
/// "bandwidth (GB/s)".
std::string axis_title(const Axis& axis);

class AxisScale {
 public:
  /// Covers `lowest` to `highest` with at most `most_ticks` (2 or more) ticks. A linear axis of
  /// bars or of y values begins at zero where all values are positive: `from_zero`.
  AxisScale(const Axis& axis, double lowest, double highest, bool from_zero, int most_ticks);

  /// 0 at the low end of the axis, 1 at the high end.
  double place(double value) const;
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void cut_linear(double lowest, double highest, int most_ticks);
  void cut_decades(double lowest, double highest, int most_ticks);
  void cut_powers_of_two(double lowest, double highest, int most_ticks);
  void add_tick(double value) { ticks_.push_back({value, axis_number(axis_, value)}); }

  Axis axis_;
  double low_ = 0, high_ = 1;
  std::vector<Tick> ticks_;
};

}  // namespace lesson
