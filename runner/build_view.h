// What a compiler said, on the screen.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compiler_messages.h"
#include "screen.h"

namespace warpup {

/// Each message with its line of source and a caret below the column. Relative files are looked for
/// in `bases`, in this order.
std::string compiler_messages_text(const Screen& screen,
                                   const std::vector<CompilerMessage>& messages,
                                   const std::vector<std::filesystem::path>& bases, int width);

/// "exercises/07_reduce/block_sum.cu:14" of the first error; empty if it has no place.
std::string first_error_place(const std::vector<CompilerMessage>& messages);

}  // namespace warpup
