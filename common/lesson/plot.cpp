#include "lesson/plot.h"

#include <algorithm>
#include <stdexcept>

#include "lesson/drawing.h"
#include "lesson/format.h"
#include "lesson/sink.h"

namespace lesson {
namespace {

void require_drawable(const PlotData& plot, const Axis& axis, double value) {
  if (fits_axis(axis, value)) return;
  throw std::invalid_argument("plot \"" + plot.title + "\": " + format("%g", value) +
                              " has no place on the axis " + axis.label +
                              (axis.scale == Scale::kLog ? ", which is logarithmic" : ""));
}

void write_and_report(PlotData plot, const std::string& caption) {
  plot.caption = caption;
  plot.file = save_drawing("plot", plot_svg(plot));
  session().sink->plot(plot);
}

}  // namespace

Plot::Plot(const std::string& title, const Axis& x, const Axis& y) {
  data_.kind = PlotData::Kind::kLines;
  data_.title = title;
  data_.x = x;
  data_.y = y;
}

void Plot::point(const std::string& series, double x, double y) {
  require_drawable(data_, data_.x, x);
  require_drawable(data_, data_.y, y);
  auto found = std::find_if(data_.series.begin(), data_.series.end(),
                            [&](const PlotSeries& s) { return s.name == series; });
  if (found == data_.series.end()) found = data_.series.insert(found, {series, {}});
  auto& points = found->points;
  const auto before = [](double value, const std::pair<double, double>& p) {
    return value < p.first;
  };
  points.insert(std::upper_bound(points.begin(), points.end(), x, before), {x, y});
}

void Plot::show(const std::string& caption) const {
  if (!data_.series.empty()) write_and_report(data_, caption);
}

Bars::Bars(const std::string& title, const Axis& value) {
  data_.kind = PlotData::Kind::kBars;
  data_.title = title;
  data_.y = value;
}

void Bars::bar(const std::string& name, double value) {
  require_drawable(data_, data_.y, value);
  if (value < 0) throw std::invalid_argument("plot \"" + data_.title + "\": a bar below zero");
  data_.bars.push_back({name, value});
}

void Bars::reference(const std::string& name, double value) {
  require_drawable(data_, data_.y, value);
  if (value < 0) throw std::invalid_argument("plot \"" + data_.title + "\": a line below zero");
  data_.references.push_back({name, value});
}

void Bars::show(const std::string& caption) const {
  if (!data_.bars.empty()) write_and_report(data_, caption);
}

}  // namespace lesson
