// Single lines of source files, for messages that show them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpup {

/// Line `number` (from 1) of `file`; nothing if there is none. Files are read once.
std::optional<std::string> source_line(const std::filesystem::path& file, int number);

}  // namespace warpup
