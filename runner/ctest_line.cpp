#include "ctest_line.h"

#include <regex>

namespace warpup {

std::optional<TestResult> parse_ctest_line(const std::string& line) {
  static const std::regex kResult(
      R"(\s*\d+/\d+ Test\s+#\d+: (\S+) \.*\s*(?:\*\*\*)?(.*?)\s+([0-9.]+) sec.*)");
  std::smatch match;
  const bool candidate = line.find(" Test ") != std::string::npos;
  if (!candidate || !std::regex_match(line, match, kResult)) return std::nullopt;
  TestResult result;
  result.name = match[1];
  result.outcome = match[2];
  result.seconds = match[3];
  const bool skipped = result.outcome == "Skipped" || result.outcome == "Not Run (Disabled)";
  if (result.outcome == "Passed") result.state = TestResult::State::kPassed;
  if (skipped) result.state = TestResult::State::kSkipped;
  return result;
}

bool ends_test_output(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return (first != std::string::npos && line.compare(first, 6, "Start ") == 0) ||
         line.find("% tests passed,") != std::string::npos;
}

}  // namespace warpup
