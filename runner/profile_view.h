// Counts of memory accesses on the screen: what decides speed, by source line.
#pragma once

#include <string>

#include "events.h"
#include "screen.h"

namespace warpup {

std::string profile_text(const Screen& screen, const ProfileEvent& profile, int width,
                         const std::string& indent);

}  // namespace warpup
