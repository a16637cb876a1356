// Lines that hold escape sequences, made to fit a screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpup {

/// The lines of `text`, each at most `width` columns wide: a longer one goes on in the next.
/// Colours stay; other escape sequences and control characters, which a child may have printed, do
/// not.
std::vector<std::string> fold_painted(std::string_view text, int width);

/// `left` and `right` side by side, `width` columns each, with `gap` between them.
std::vector<std::string> side_by_side(const std::vector<std::string>& left,
                                      const std::vector<std::string>& right, int width,
                                      const std::string& gap);

}  // namespace warpup
