// A plot on the screen: drawn in characters, or as a table of its numbers.
#pragma once

#include <string>

#include "lesson/plot_data.h"
#include "screen.h"

namespace warpup {

/// Lines that each begin with `indent` and take at most `width` columns: a small plot where the
/// screen shows drawings, else a table. Empty for a plot of nothing.
std::string plot_text(const Screen& screen, const lesson::PlotData& plot, int width,
                      const std::string& indent);

}  // namespace warpup
