// Plots and timelines as files. Internal to the lesson library and the runner.
#pragma once

#include <string>

#include "lesson/plot_data.h"
#include "lesson/timeline.h"

namespace lesson {

/// The plot as an SVG document of 1600 x 900.
std::string plot_svg(const PlotData& plot);
std::string timeline_svg(const TimelineData& timeline);

/// What the names of spans that look alike have in common: "copy" of "copy 12".
std::string span_kind(const std::string& name);

/// Writes `svg` below the folder of picture_path() and returns the path: STEP-KIND.svg, or
/// STEP-KIND-2.svg for the second drawing of a step. If it can't be written, says so as text and
/// returns an empty path: the numbers are reported all the same.
std::string save_drawing(const std::string& kind, const std::string& svg);

}  // namespace lesson
