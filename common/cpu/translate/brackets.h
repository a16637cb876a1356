// Which bracket closes which.
#pragma once

#include "diagnostics.h"
#include "source.h"

namespace warpup::cu2cpp {

/// Fills source.partners. A brace without a partner is an error, shown where the indentation says
/// that it was forgotten; parentheses and brackets without one are left to the compiler, which
/// tells what it expected there.
void match_brackets(Source& source, Diagnostics& diagnostics);

}  // namespace warpup::cu2cpp
