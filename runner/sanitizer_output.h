// Reports of compute-sanitizer as the diagnoses that the checker of the cpu backend gives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "events.h"

namespace warpup {

struct SanitizerOutput {
  std::vector<DiagnosisEvent> diagnoses;  // one a kind and pair of lines, with a count
  std::string failure;                    // why the tool itself could not work; empty if it did
};

/// What a tool wrote into its log. A headline that is not known becomes a diagnosis of the kind
/// "sanitizer", so nothing is lost. What only follows from a faulty access (calls that fail
/// afterwards, memory that is not freed) is left out.
SanitizerOutput parse_sanitizer_output(std::string_view log);

/// The diagnosis as a line of the event stream.
std::string diagnosis_line(const DiagnosisEvent& diagnosis);

}  // namespace warpup
