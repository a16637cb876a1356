// Preprocessed C++ text to tokens.
#pragma once

#include <string_view>

#include "source.h"

namespace warpup::cu2cpp {

/// Splits the output of `g++ -E`. The text must outlive the result and be smaller than 4 GiB.
/// System-header text that has nothing to translate becomes one kOpaque token a stretch.
Source lex(std::string_view text);

}  // namespace warpup::cu2cpp
