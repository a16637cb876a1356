// Helpers for reports about host code.
#pragma once

#include "clocks.h"
#include "report.h"
#include "tables.h"

namespace warpup::check {

/// The queued operation as one side of a report: the line that queued it.
report::Side op_side(const Op& op);
/// The operation behind a record (a launch or a copy).
report::Side operation_side(Record record);
/// Interval number of the calling host thread.
uint32_t host_interval();

void report_host_deref(uintptr_t a, uint32_t size, report::Access access, const char* api,
                       const void* pc);
/// Host code used a device pointer: flushes the reports and ends with SIGSEGV.
[[noreturn]] void crash_as_a_gpu_program_would();

/// Host ranges of operations that the calling thread has waited for are free again.
void forget_host_ranges();

}  // namespace warpup::check
