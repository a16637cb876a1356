// Claims that are checked. A check that fails fails its step (or the judge), and the program goes
// on.
#pragma once

#include <string>

#include "lesson/compare.h"
#include "lesson/format.h"

namespace lesson {

/// Records the outcome of a check; `tolerance` may be empty. Returns `ok`.
bool record_check(const std::string& name, const std::string& expected, const std::string& got,
                  const std::string& tolerance, bool ok);

/// `got` must equal `expected`.
template <class T, class U>
bool check(const std::string& name, const T& expected, const U& got) {
  return record_check(name, lesson::show(expected), lesson::show(got), "", expected == got);
}

/// Texts are compared, and not where they lie.
inline bool check(const std::string& name, const char* expected, const char* got) {
  return check(name, std::string(expected), std::string(got));
}

/// |got - expected| must be at most `tolerance`; `why` says where that bound comes from. A NaN
/// fails.
bool check_near(const std::string& name, double expected, double got, double tolerance,
                const std::string& why);

/// `ok` must hold; `claim` says what was expected, `got` what was found.
bool check_that(const std::string& name, bool ok, const std::string& claim, const std::string& got);

/// The arrays compared must agree.
bool check_same(const std::string& name, const Comparison& comparison);

}  // namespace lesson
