// The difference between two texts, line by line.
#pragma once

#include <string>

namespace warpup {

/// A unified diff with three lines of context; empty if the texts have the same lines.
std::string unified_diff(const std::string& old_text, const std::string& new_text,
                         const std::string& old_name, const std::string& new_name);

}  // namespace warpup
