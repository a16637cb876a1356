// A finding as plain text, for a program that runs alone.
#pragma once

#include <string>

#include "checker/explain.h"

namespace warpup::report {

/// Several lines, with a blank line at the end.
std::string to_text(const Finding& finding, const Explanation& explanation);

/// The last line: "2 faults, 1 note".
std::string summary_text(size_t faults, size_t notes);

}  // namespace warpup::report
