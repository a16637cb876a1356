// What a finding is told with: the sentence, labels for the lines, the usual cause, what to try,
// and the lesson that teaches it.
#pragma once

#include <string>

#include "checker/finding.h"

namespace warpup::report {

struct Lesson {
  int number = 0;
  const char* title = "";
};

struct Explanation {
  std::string message;      // what happened, one sentence and the detector's detail
  std::string first_label;  // beside the caret bar of the first line
  std::string second_label;
  std::string cause;   // what usually causes it
  std::string advice;  // what to try
  Lesson lesson;
};

Explanation explain(const Finding& finding);

// ---- one function for each group of kinds ----
Explanation explain_bounds(const Finding& finding);
Explanation explain_misaligned(const Finding& finding);
Explanation explain_use_after_free(const Finding& finding);
Explanation explain_uninit(const Finding& finding);
Explanation explain_leak(const Finding& finding);
Explanation explain_double_free(const Finding& finding);
Explanation explain_race(const Finding& finding);
Explanation explain_barrier(const Finding& finding);
Explanation explain_deadlock(const Finding& finding);
Explanation explain_missing_sync(const Finding& finding);
Explanation explain_host_deref(const Finding& finding);
Explanation explain_device_deref(const Finding& finding);
Explanation explain_launch(const Finding& finding);
/// Fills in cause, advice and lesson of a code that means one thing; false for others.
bool explain_code(int code, Explanation* e);
Explanation explain_api(const Finding& finding);
Explanation explain_sticky(const Finding& finding);
Explanation explain_performance(const Finding& finding);
/// Any kind with SubKind::kLibrary.
Explanation explain_library(const Finding& finding);

/// Cause and advice where it was a library that did it, for the program's line.
void explain_algorithm(const Finding& finding, Explanation* explanation);

/// The lesson by number, 1 to 13.
Lesson lesson(int number);

}  // namespace warpup::report
