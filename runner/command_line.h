// The command line of warpup: from argv to an exit code.
#pragma once

#include <string>
#include <vector>

namespace warpup {

/// Parses `arguments` (without the program's name), carries the command out, and returns the exit
/// code. Failures are written to stderr with the next command to type.
int run_command_line(std::vector<std::string> arguments);

}  // namespace warpup
