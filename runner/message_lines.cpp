#include "message_lines.h"

#include <cstdlib>
#include <regex>

namespace warpup {
namespace {

/// "fatal error", "catastrophic error" and "sorry, unimplemented" are errors to a learner.
std::string plain_severity(const std::string& severity) {
  if (severity == "warning" || severity == "note") return severity;
  return severity == "Warning" ? "warning" : "error";
}

int number(const std::ssub_match& text) { return text.matched ? std::atoi(text.str().c_str()) : 0; }

std::optional<CompilerMessage> gcc_message(const std::string& line) {
  static const std::regex pattern(
      R"(^([^\s:][^:]*):(\d+):(?:(\d+):)? (fatal error|error|warning|note|sorry, unimplemented): (.*)$)");
  std::smatch part;
  if (!std::regex_match(line, part, pattern)) return std::nullopt;
  return CompilerMessage{part[1], number(part[2]), number(part[3]), plain_severity(part[4]),
                         part[5]};
}

std::optional<CompilerMessage> nvcc_message(const std::string& line) {
  static const std::regex pattern(
      R"(^([^\s(][^(]*)\((\d+)\): (catastrophic error|error|warning|note)(?: #\d+(?:-D)?)?: (.*)$)");
  std::smatch part;
  if (!std::regex_match(line, part, pattern)) return std::nullopt;
  return CompilerMessage{part[1], number(part[2]), 0, plain_severity(part[3]), part[4]};
}

/// Messages without a place in a source: "cc1plus: fatal error: ...", "nvcc fatal   : ...",
/// "ptxas error   : Entry function 'f' uses too much shared data".
std::optional<CompilerMessage> placeless_message(const std::string& line) {
  static const std::regex colons(
      R"(^(?:\S*(?:g\+\+|gcc|c\+\+|cc|cc1plus|cc1)\S*|cu2cpp): (fatal error|error|warning): (.*)$)");
  static const std::regex spaces(
      R"(^(?:nvcc|ptxas|nvlink|fatbinary|cudafe\+\+|cicc)\s+(fatal|error|warning|Warning)\s*: (.*)$)");
  std::smatch part;
  if (!std::regex_match(line, part, colons) && !std::regex_match(line, part, spaces)) {
    return std::nullopt;
  }
  return CompilerMessage{"", 0, 0, plain_severity(part[1]), part[2]};
}

}  // namespace

void for_each_line(std::string_view text, const std::function<void(const std::string&)>& visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string line(text.substr(0, end));
    if (!line.empty() && line.back() == '\r') line.pop_back();
    // Regular expressions recurse: a line of the length of a novel must not end the runner.
    constexpr std::size_t kLongest = 4096;
    if (line.size() > kLongest) line.resize(kLongest);
    visit(line);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<CompilerMessage> message_in(const std::string& line) {
  if (auto message = gcc_message(line)) {
    const bool leftover = message->text == "compilation terminated.";
    return leftover ? std::nullopt : message;
  }
  if (auto message = nvcc_message(line)) return message;
  return placeless_message(line);
}

std::optional<Place> instantiated_from(const std::string& line) {
  static const std::regex gcc(
      R"(^([^\s:][^:]*):(\d+):(?:(\d+):)?   +(?:recursively )?required (?:from|by) .*$)");
  static const std::regex expansion(
      R"(^([^\s:][^:]*):(\d+):(\d+):   in 'constexpr' expansion of .*$)");
  static const std::regex nvcc(
      R"(^.*(?:instantiation of|based on template) .* at line (\d+)(?: of (\S+))?$)");
  std::smatch part;
  if (std::regex_match(line, part, gcc) || std::regex_match(line, part, expansion)) {
    return Place{part[1], number(part[2]), number(part[3]), false};
  }
  if (std::regex_match(line, part, nvcc) && part[2].matched) {
    return Place{part[2], number(part[1]), 0, true};
  }
  return std::nullopt;
}

bool is_continuation(const std::string& line) {
  static const std::regex pattern(
      R"(^\s+(argument types are:|object type is:|function template |operand types are:).*$)");
  return std::regex_match(line, pattern);
}

}  // namespace warpup
