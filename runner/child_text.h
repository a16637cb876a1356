// Words for limits and signals, in messages about a child.
#pragma once

#include <cstddef>
#include <string>

namespace warpup {

/// "2 GiB", "1.5 MiB", "300 bytes".
std::string bytes_text(std::size_t bytes);

/// "10 s", "0.5 s".
std::string seconds_text(double seconds);

/// What a learner should know of a signal: "it used memory that is not its own"; empty for others.
std::string signal_meaning(int signal);

}  // namespace warpup
