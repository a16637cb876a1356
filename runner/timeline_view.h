// A timeline on the screen: drawn as a line of text for each lane, or as a table.
#pragma once

#include <string>

#include "events.h"
#include "screen.h"

namespace warpup {

/// From the first begin to the last end, drawn where the screen shows drawings, else a table of the
/// spans or, where these are many, of the lanes.
std::string timeline_text(const Screen& screen, const TimelineEvent& timeline, int width,
                          const std::string& indent);

}  // namespace warpup
