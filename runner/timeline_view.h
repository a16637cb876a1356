// A timeline on the screen: a line of text for each lane, from the first begin to the last end.
#pragma once

#include <string>

#include "events.h"
#include "screen.h"

namespace warpup {

std::string timeline_text(const Screen& screen, const TimelineEvent& timeline, int width,
                          const std::string& indent);

}  // namespace warpup
