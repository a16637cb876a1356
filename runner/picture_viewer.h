// A picture shown by the desktop's viewer.
#pragma once

#include <filesystem>
#include <string>

namespace warpup {

/// Opens `file` with xdg-open where there is a display; returns what to tell the user.
std::string open_picture(const std::filesystem::path& file);

}  // namespace warpup
