// Output that a child writes line by line, as it would on a terminal.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpup {

/// Variables for a child's environment. Into a pipe, C programs write whole blocks: what was
/// printed before a crash would be lost, and the rest come late. The library that the command
/// stdbuf uses changes that; where it is missing, the result is empty.
std::vector<std::pair<std::string, std::string>> line_buffering_environment();

}  // namespace warpup
