// Reports that depend on what else is found: reads of memory that nobody wrote *yet* are races if
// another thread writes it unordered, and which of the two a run sees first is chance.
#pragma once

#include "report.h"

namespace warpup::check {

void hold_uninit(const report::Report& report);
/// A race was found in this kernel on this memory.
void note_race(const report::Report& race);
/// Submits the uninitialised reads of memory without races.
void submit_uninit();
/// These, behind the fault that ended a kernel: before the end of the process in whatever way.
void submit_held();

/// A note that means nothing where a fault explains it.
void hold_note(const report::Report& note);
void submit_notes();

}  // namespace warpup::check
