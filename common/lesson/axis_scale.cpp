#include "lesson/axis_scale.h"

#include <algorithm>
#include <cmath>

#include "lesson/format.h"

namespace lesson {
namespace {

// The next of 1, 2, 5, 10, 20, 50, ... that is not below `value`.
double round_up_125(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (value <= factor * decade * (1 + 1e-9)) return factor * decade;
  }
  return 10 * decade;
}

double round_down_125(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value) + 1e-9));
  for (const double factor : {5.0, 2.0}) {
    if (value >= factor * decade * (1 - 1e-9)) return factor * decade;
  }
  return decade;
}

}  // namespace

bool fits_axis(const Axis& axis, double value) {
  constexpr double kMost = 1e100;
  if (!std::isfinite(value) || std::fabs(value) > kMost) return false;
  return axis.scale == Scale::kLinear || value >= 1 / kMost;
}

std::string axis_number(const Axis& axis, double value) {
  if (axis.unit == "bytes") return bytes_text(value);
  const double size = std::fabs(value);
  const bool whole = value == std::floor(value);
  if (size >= 1e4 && size < 1e7 && whole) return grouped(static_cast<long long>(value));
  if (size >= 1e3 && size < 1e4) return format("%.0f", value);
  const double power = std::log10(value);
  if (size >= 1e7 && power == std::floor(power)) return format("10^%.0f", power);
  return format("%.3g", value);
}

std::string axis_value(const Axis& axis, double value) {
  const bool bare = axis.unit.empty() || axis.unit == "bytes";
  return axis_number(axis, value) + (bare ? "" : " " + axis.unit);
}

std::string axis_title(const Axis& axis) {
  const bool bare = axis.unit.empty() || axis.unit == "bytes";
  return axis.label + (bare ? "" : " (" + axis.unit + ")");
}

AxisScale::AxisScale(const Axis& axis, double lowest, double highest, bool from_zero,
                     int most_ticks)
    : axis_(axis) {
  most_ticks = std::max(2, most_ticks);
  if (axis.scale == Scale::kLog) {
    if (axis.unit == "bytes") {
      cut_powers_of_two(lowest, highest, most_ticks);
    } else {
      cut_decades(lowest, highest, most_ticks);
    }
    return;
  }
  if (from_zero && lowest > 0) lowest = 0;
  if (from_zero && highest < 0) highest = 0;
  cut_linear(lowest, highest, most_ticks);
}

double AxisScale::place(double value) const {
  if (axis_.scale == Scale::kLog) return std::log(value / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

void AxisScale::cut_linear(double lowest, double highest, int most_ticks) {
  if (!(highest > lowest)) highest = lowest + (lowest == 0 ? 1 : std::fabs(lowest));
  double step = round_up_125((highest - lowest) / (most_ticks - 1));
  // Rounding both ends outwards can take one tick more than the division above allows.
  while (std::ceil(highest / step - 1e-9) - std::floor(lowest / step + 1e-9) > most_ticks - 1) {
    step = round_up_125(step * 1.5);
  }
  const auto first = static_cast<long long>(std::floor(lowest / step + 1e-9));
  const auto last = static_cast<long long>(std::ceil(highest / step - 1e-9));
  low_ = first * step;
  high_ = last * step;
  for (long long i = first; i <= last; ++i) add_tick(i * step);
}

void AxisScale::cut_decades(double lowest, double highest, int most_ticks) {
  low_ = round_down_125(lowest);
  high_ = round_up_125(highest);
  if (!(high_ > low_)) high_ = 10 * low_;
  if (high_ / low_ <= 100) {  // too few decades: 1, 2, 5
    for (double v = low_; v <= high_ * (1 + 1e-9); v = round_up_125(v * 1.5)) add_tick(v);
    if (static_cast<int>(ticks_.size()) <= most_ticks) return;
    ticks_.clear();
  }
  const auto first = static_cast<int>(std::ceil(std::log10(low_) - 1e-9));
  const auto last = static_cast<int>(std::floor(std::log10(high_) + 1e-9));
  const int step = (last - first) / most_ticks + 1;
  for (int power = first; power <= last; power += step) add_tick(std::pow(10, power));
}

void AxisScale::cut_powers_of_two(double lowest, double highest, int most_ticks) {
  const auto first = static_cast<int>(std::floor(std::log2(lowest) + 1e-9));
  auto last = static_cast<int>(std::ceil(std::log2(highest) - 1e-9));
  if (last <= first) last = first + 1;
  low_ = std::pow(2, first);
  high_ = std::pow(2, last);
  const int step = (last - first) / most_ticks + 1;
  for (int power = first; power <= last; power += step) add_tick(std::pow(2, power));
}

}  // namespace lesson
