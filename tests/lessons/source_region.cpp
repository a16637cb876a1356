#include "source_region.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

namespace {

size_t indentation(const std::string& line) { return line.find_first_not_of(' '); }

std::vector<std::string> dedented(std::vector<std::string> lines) {
  size_t common = std::string::npos;
  for (const std::string& line : lines) common = std::min(common, indentation(line));
  for (std::string& line : lines) line.erase(0, std::min(common, line.size()));
  return lines;
}

// A line of code that begins at namespace scope; comments and preprocessor lines are none.
bool begins_at_top(const std::string& line) {
  return !line.empty() && line[0] != ' ' && line[0] != '#' && line[0] != '}' &&
         line.rfind("//", 0) != 0;
}

bool ends_definition(const std::string& line) {
  return line == "}" || (line.size() > 1 && line.back() == ';' && line[0] == '}');
}

// The line after the definition that begins at `begin`, or `begin` if it is none.
size_t definition_end(const std::vector<std::string>& lines, size_t begin) {
  for (size_t i = begin; i < lines.size() && !lines[i].empty(); ++i) {
    if (lines[i].back() == '{') {
      const auto end =
          std::find_if(lines.begin() + static_cast<long>(i), lines.end(), ends_definition);
      return end == lines.end() ? begin : static_cast<size_t>(end - lines.begin()) + 1;
    }
    if (lines[i].back() == '}' && begins_at_top(lines[i])) return i + 1;  // all in one line
    if (lines[i].back() == ';') return begin;                             // a declaration
  }
  return begin;
}

}  // namespace

std::vector<std::string> definition_of(const std::vector<std::string>& lines,
                                       const std::string& name) {
  const std::regex named("(^|[^A-Za-z0-9_])" + name + "( = \\{|\\(| \\{)");
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!begins_at_top(lines[i])) continue;
    const size_t end = definition_end(lines, i);
    if (end == i) continue;
    std::string head;  // up to the first brace
    for (size_t k = i; k < end; ++k) {
      head += lines[k] + " ";
      if (lines[k].find('{') != std::string::npos) break;
    }
    if (std::regex_search(head.substr(0, head.find('{') + 1), named)) {
      return {lines.begin() + static_cast<long>(i), lines.begin() + static_cast<long>(end)};
    }
    i = end - 1;
  }
  return {};
}

bool holds_lines(const std::vector<std::string>& whole, const std::vector<std::string>& part) {
  if (part.empty()) return false;
  const std::vector<std::string> wanted = dedented(part);
  for (size_t i = 0; i + part.size() <= whole.size(); ++i) {
    const auto begin = whole.begin() + static_cast<long>(i);
    if (dedented({begin, begin + static_cast<long>(part.size())}) == wanted) return true;
  }
  return false;
}

std::vector<std::string> outside_gaps(const std::vector<std::string>& lines,
                                      const std::string& name) {
  std::vector<std::string> outside;
  bool inside = false;
  for (const std::string& line : lines) {
    const bool begins = line.find("// TODO(" + name + "):") != std::string::npos;
    const bool ends = line.find("// END(" + name + ")") != std::string::npos;
    if ((begins && inside) || (ends && !inside)) {
      throw std::runtime_error("gaps of " + name + " don't pair at: " + line);
    }
    if (ends) inside = false;
    if (!inside) outside.push_back(line);
    if (begins) inside = true;
  }
  if (inside) throw std::runtime_error("the last gap of " + name + " has no END");
  return outside;
}
