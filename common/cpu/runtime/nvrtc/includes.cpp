#include "includes.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace warpup::nvrtc {
namespace {

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

// # 12 "file" 1 3
bool read_marker(const std::string& line, std::string* file, int* number) {
  if (!starts_with(line, "# ")) return false;
  const std::size_t open = line.find('"');
  const std::size_t close = line.rfind('"');
  if (open == std::string::npos || close == open) return false;
  *number = std::atoi(line.c_str() + 2);
  *file = line.substr(open + 1, close - open - 1);
  return true;
}

// The name in #include <name> or "name"; empty: the line is none.
std::string included_name(const std::string& line) {
  if (!starts_with(line, "#include ") && !starts_with(line, "#include_next ")) return {};
  const std::size_t open = line.find_first_of("<\"");
  if (open == std::string::npos) return {};
  const std::size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
  return close == std::string::npos ? std::string() : line.substr(open + 1, close - open - 1);
}

bool in_one_of(const std::vector<std::string>& folders, const std::string& file) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return starts_with(file, folder + "/"); });
}

bool is_there(const std::string& name, const std::vector<std::string>& folders) {
  if (starts_with(name, "/")) return access(name.c_str(), R_OK) == 0;
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    return access((folder + "/" + name).c_str(), R_OK) == 0;
  });
}

}  // namespace

MissingInclude take_includes(std::string* text, const std::vector<std::string>& own_folders,
                             const std::vector<std::string>& folders) {
  MissingInclude missing;
  std::string result, file;
  result.reserve(text->size());
  int number = 0;  // of the line in its file
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    const std::string line = text->substr(begin, end - begin);
    begin = end + 1;
    const std::string name = included_name(line);
    if (name.empty()) result += line;
    result += '\n';
    if (read_marker(line, &file, &number)) continue;
    if (!name.empty() && missing.line == 0 && in_one_of(own_folders, file) &&
        !is_there(name, folders)) {
      missing = {file, number, name};
    }
    ++number;
  }
  *text = std::move(result);
  return missing;
}

}  // namespace warpup::nvrtc
