// Words for functions that a judge calls and the learner's file does not have.
#pragma once

#include <vector>

#include "build.h"

namespace warpup {

/// Rewrites the linker's undefined references to functions that a judge of `request` declares: the
/// declaration as the judge has it, and in the learner's file.
void explain_missing_functions(std::vector<CompilerMessage>& messages, const BuildRequest& request);

}  // namespace warpup
