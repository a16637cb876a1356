// Which of several variables on one line an allocation is for: calls that one line makes lie in the
// program in the order of the line.
#pragma once

#include <string>

namespace warpup::report {

/// Memory was allocated by a call with this return address. Thread-safe.
void note_allocation_site(const void* pc);

/// Of the names "a or b" of a line, the one of the call at `pc`; `names` where that can't be told:
/// not every call of the line has been seen.
std::string name_at_site(const std::string& names, const void* pc);

}  // namespace warpup::report
