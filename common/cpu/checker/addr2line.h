// Source positions by running binutils' addr2line: for machines without libbacktrace.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/symbolize.h"

namespace warpup::report {

/// All frames at `address` (no return address: the instruction itself), innermost first.
std::vector<SourcePosition> addr2line_frames(uintptr_t address);

}  // namespace warpup::report
