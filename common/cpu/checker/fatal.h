// The fault that ended a kernel. It is told at the end: if the program met its error in a call that
// had nothing to do with it and went on, that is what it should hear about first.
#pragma once

#include "report.h"

namespace warpup::check {

/// Keeps the first fault of the process that ends a grid.
void hold_fatal(const report::Report& report);
/// A fault of this grid has been reported, so a hardware fault that follows needs no words.
bool already_explained();
void set_explained(bool explained);

/// API calls after it (from api_result): the first one that returned the error and later ones.
void fatal_surfaced(const char* api, int code, const void* pc);
void fatal_cleared();

/// Submits what was held, as a sticky error if it was met as one.
void submit_fatal();

}  // namespace warpup::check
