// The lines that CTest prints.
#pragma once

#include <optional>
#include <string>

namespace warpup {

struct TestResult {
  enum class State { kPassed, kSkipped, kFailed };
  std::string name;
  State state = State::kFailed;
  std::string outcome;  // as CTest words it: "Passed", "Timeout", "Exception: SegFault", ...
  std::string seconds;
};

/// The result in " 3/12 Test  #3: runner ...........   Passed    0.02 sec"; nothing for other
/// lines.
std::optional<TestResult> parse_ctest_line(const std::string& line);

/// True for the lines that end the output of the test before: "    Start 4: runner", the totals.
bool ends_test_output(const std::string& line);

}  // namespace warpup
