// Two arrays compared: how many elements differ, and the first that does.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "lesson/format.h"

namespace lesson {

struct Comparison {
  size_t size = 0;            // elements compared
  size_t different = 0;       // of them
  size_t first = 0;           // index of the first that differs
  std::string expected, got;  // its values
  std::string tolerance;      // as text; empty: exact

  bool same() const { return different == 0; }
  /// "element 64: expected 63, got 0 (65 of 256 differ)".
  std::string text() const;
};

/// True if `got` is within the tolerances of `expected`. NaN equals nothing.
inline bool near(double expected, double got, double relative, double absolute) {
  if (expected == got) return true;
  return std::fabs(got - expected) <= absolute + relative * std::fabs(expected);
}

/// Element by element, exactly.
template <class T>
Comparison compare(const std::vector<T>& expected, const std::vector<T>& got) {
  Comparison result;
  result.size = expected.size();
  for (size_t i = 0; i < expected.size(); ++i) {
    const bool there = i < got.size();
    if (there && expected[i] == got[i]) continue;
    if (result.different++ > 0) continue;
    result.first = i;
    result.expected = lesson::show(expected[i]);
    result.got = there ? lesson::show(got[i]) : "nothing";
  }
  return result;
}

/// Element by element: |got - expected| <= absolute + relative * |expected|.
template <class T, class U>
Comparison compare_near(const std::vector<T>& expected, const std::vector<U>& got, double relative,
                        double absolute) {
  Comparison result;
  result.size = expected.size();
  result.tolerance = lesson::format("%.2g relative, %.2g absolute", relative, absolute);
  for (size_t i = 0; i < expected.size(); ++i) {
    const bool there = i < got.size();
    if (there && near(double(expected[i]), double(got[i]), relative, absolute)) continue;
    if (result.different++ > 0) continue;
    result.first = i;
    result.expected = lesson::show(expected[i]);
    result.got = there ? lesson::show(got[i]) : "nothing";
  }
  return result;
}

}  // namespace lesson
