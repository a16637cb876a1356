// The names nearest to one that was mistyped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpup {

/// Edits (insert, delete, replace, swap two neighbours) that turn `a` into `b`, ignoring case.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidates most like `name`, best first, at most `limit`. The best one is always there, even
/// if it is not much like `name`; empty only where there are no candidates.
std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t limit = 3);

}  // namespace warpup
