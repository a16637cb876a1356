#include "checker/source_text.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>

#include "checker/source_scan.h"

namespace warpup::report {
namespace {

constexpr int kLongestFunction = 200;  // lines

struct SourceFile {
  std::vector<std::string> lines;
  std::vector<std::string> code;
};

SourceFile read_file(const std::string& path) {
  SourceFile file;
  std::ifstream in(path);
  std::string line;
  bool in_comment = false;
  while (std::getline(in, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    file.code.push_back(blank_non_code(line, &in_comment));
    file.lines.push_back(std::move(line));
  }
  return file;
}

const SourceFile& file_text(const std::string& path) {
  static std::mutex mutex;
  static auto& files = *new std::map<std::string, SourceFile>;  // used at exit
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = files.find(path);
  return found != files.end() ? found->second : files.emplace(path, read_file(path)).first->second;
}

std::string line_of(const std::vector<std::string>& lines, int line) {
  if (line < 1 || static_cast<size_t>(line) > lines.size()) return {};
  return lines[static_cast<size_t>(line) - 1];
}

// The first line of a statement's neighbourhood that starts a function: where to stop looking up.
bool starts_function(const std::string& code) {
  return has_word(code, "__global__") || has_word(code, "__device__") || has_word(code, "main");
}

constexpr int kLinesAbove = 15;

// The nearest line upwards, in one function, with a comparison in an if (loose: <= in an if or
// for).
int guard_above(const std::string& file, int line, bool loose) {
  for (int above = line; above >= std::max(1, line - kLinesAbove); --above) {
    const std::string code = code_line(file, above);
    const size_t branch = find_word(code, "if", 0);
    const size_t loop = find_word(code, "for", 0);
    const size_t from = loose ? std::min(branch, loop) : branch;
    if (from != std::string::npos) {
      const bool found = loose ? code.find("<=", from) != std::string::npos
                               : code.find_first_of("<>", from) != std::string::npos;
      if (found) return above;
    }
    if (above != line && starts_function(code)) break;
  }
  return 0;
}

}  // namespace

std::string source_line(const std::string& file, int line) {
  return line_of(file_text(file).lines, line);
}

std::string code_line(const std::string& file, int line) {
  return line_of(file_text(file).code, line);
}

bool has_word(const std::string& text, const std::string& word) {
  return find_word(text, word, 0) != std::string::npos;
}

bool word_between(const std::string& file, int first, int last, const std::string& word) {
  for (int line = first; line <= last; ++line) {
    if (has_word(code_line(file, line), word)) return true;
  }
  return false;
}

bool index_from_atomic(const std::string& file, int line, const std::string& text) {
  const auto names = identifiers(text);
  for (int above = line; above >= std::max(1, line - kLinesAbove); --above) {
    const std::string code = code_line(file, above);
    const size_t call = code.find("atomic");
    const size_t assign = code.find('=');
    if (call != std::string::npos && assign != std::string::npos && assign < call) {
      for (const auto& name : identifiers(code.substr(0, assign))) {
        if (std::find(names.begin(), names.end(), name) != names.end()) return true;
      }
    }
    if (above != line && starts_function(code)) break;
  }
  return false;
}

int assignment_above(const std::string& file, int line, const std::string& name) {
  for (int above = line; above >= std::max(1, line - kLongestFunction); --above) {
    const std::string code = code_line(file, above);
    const size_t at = find_word(code, name, 0);
    if (at != std::string::npos) {
      const size_t equal = code.find_first_not_of(' ', at + name.size());
      const bool assigns =
          equal != std::string::npos && code[equal] == '=' && code.compare(equal, 2, "==") != 0;
      if (assigns) return above;
    }
    if (above != line && starts_function(code)) break;
  }
  return 0;
}

bool in_kernel(const std::string& file, int line) {
  for (int above = line; above >= std::max(1, line - kLongestFunction); --above) {
    const std::string code = code_line(file, above);
    if (has_word(code, "__global__")) return true;
    if (has_word(code, "__device__")) return false;
  }
  return false;
}

bool guarded(const std::string& file, int line) { return guard_above(file, line, false) > 0; }

int loose_guard_above(const std::string& file, int line) { return guard_above(file, line, true); }

std::string allocated_name(const std::string& file, int line, const std::string& api) {
  if (api.empty()) return {};
  // A call that spans lines may be attributed to any of them.
  for (int offset : {0, -1, 1, -2, 2}) {
    const auto names = names_given_to(code_line(file, line + offset), api);
    if (names.empty()) continue;
    std::string joined;
    for (size_t i = 0; i < names.size(); ++i) joined += (i == 0 ? "" : " or ") + names[i];
    return joined;
  }
  return {};
}

}  // namespace warpup::report
