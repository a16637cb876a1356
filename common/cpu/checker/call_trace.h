// Stacks of the host, each under one stand-in for a code address: a call that a library makes for
// the program is told at the program's line, which is looked up only when it is told.
#pragma once

#include <vector>

namespace warpup::report {

/// The stand-in for the calling thread's stack. Equal stacks have the same one.
const void* trace_here();

/// Whether `pc` is such a stand-in.
bool is_trace(const void* pc);

/// Its return addresses, innermost first.
std::vector<const void*> trace_frames(const void* pc);

}  // namespace warpup::report
