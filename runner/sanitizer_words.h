// Words around a report of compute-sanitizer: what usually causes it, and what to try.
#pragma once

#include <string>

#include "events.h"

namespace warpup {

/// "Read", "Write", "Atomic update" of "read", "write", "atomic"; with a small letter if not
/// `capital`.
std::string noun_of(const std::string& access, bool capital = true);

/// The kind of diagnosis that a failed API call makes: "double-free", "launch-config", ...
std::string kind_of_failed_call(const std::string& call, const std::string& error);

/// Fills in cause, advice and lesson by the kind.
void explain_sanitizer_report(DiagnosisEvent& diagnosis);

}  // namespace warpup
