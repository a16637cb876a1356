// A diagnosis on the screen: what happened, where on both sides, why, and what to do.
#pragma once

#include <string>
#include <vector>

#include "events.h"
#include "screen.h"

namespace warpup {

/// Lines of at most `width` columns; they end in an empty line.
std::string diagnosis_text(const Screen& screen, const DiagnosisEvent& diagnosis, int width);
/// The same without code, cause and advice.
std::string short_note_text(const Screen& screen, const DiagnosisEvent& note, int width);

/// Causes before what follows from them, faults before notes; otherwise in the order of arrival.
void sort_by_cause(std::vector<DiagnosisEvent>& diagnoses);

/// As many as fit a screen of `lines` lines, the first in any case; then how many more there are
/// and that `more` shows them. `lines` 0: all.
std::string diagnoses_text(const Screen& screen, const std::vector<DiagnosisEvent>& diagnoses,
                           int width, int lines, const std::string& more);

}  // namespace warpup
