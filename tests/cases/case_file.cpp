#include "case_file.h"

#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("can't read " + file.string());
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// A line without its comment and the blanks around it.
std::string code_of(const std::string& line) {
  const std::string code = line.substr(0, line.find("//"));
  const auto begin = code.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return code.substr(begin, code.find_last_not_of(" \t") - begin + 1);
}

bool is_marked(const std::string& line) {
  const auto comment = line.find("//");
  if (comment == std::string::npos) return false;
  return line.find("BUG", comment) != std::string::npos ||
         line.find("SLOW", comment) != std::string::npos;
}

bool ends_statement(const std::string& code) {
  return !code.empty() && std::string(";{}").find(code.back()) != std::string::npos;
}

// A mark beside code means that line; a mark by itself, the statement after it.
void add_marked_lines(const std::vector<std::string>& lines, std::set<int>& result) {
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!is_marked(lines[i])) continue;
    size_t end = i;
    if (code_of(lines[i]).empty()) {
      while (end + 1 < lines.size() && !ends_statement(code_of(lines[end]))) ++end;
    }
    for (size_t k = i; k <= end; ++k) {
      if (!code_of(lines[k]).empty()) result.insert(static_cast<int>(k) + 1);
    }
  }
}

// The rest of the line of `file` that begins with `name`; empty if there is none.
std::string entry(const fs::path& file, const std::string& name) {
  for (const std::string& line : lines_of(file)) {
    if (line.compare(0, name.size(), name) == 0 && line.size() > name.size() &&
        std::isspace(static_cast<unsigned char>(line[name.size()])) != 0) {
      return line.substr(name.size() + 1);
    }
  }
  return "";
}

}  // namespace

Case read_case(const fs::path& file) {
  Case result;
  result.file = fs::absolute(file).lexically_normal();
  result.name = file.stem().string();
  result.never_ends = result.name.find("_for_ever") != std::string::npos;
  const std::vector<std::string> lines = lines_of(file);
  static const std::regex kExpect(R"(// expect: (note )?([a-z-]+): .+)");
  std::smatch match;
  if (lines.empty() || !std::regex_match(lines[0], match, kExpect)) {
    throw std::runtime_error(file.string() + ":1: expected `// expect: KIND: why`");
  }
  result.note = match[1].matched || match.str(2).compare(0, 5, "perf-") == 0;
  result.kind = match[2];
  const fs::path folder = CASE_FOLDER;
  add_marked_lines(lines, result.lines);
  std::istringstream places(entry(folder / "places.txt", result.name));
  for (int line = 0; places >> line;) result.lines.insert(line);
  result.result = entry(folder / "results_h200.txt", result.name);
  if (!result.is_clean() && result.lines.empty()) {
    throw std::runtime_error(file.string() + " marks no line with // BUG or // SLOW");
  }
  return result;
}
