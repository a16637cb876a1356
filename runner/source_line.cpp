#include "source_line.h"

#include <map>
#include <vector>

#include "text_file.h"

namespace warpup {

namespace fs = std::filesystem;

std::optional<std::string> source_line(const fs::path& file, int number) {
  // A learner edits between two checks of `warpup watch`: the time of the last write is part of the
  // key.
  struct Content {
    fs::file_time_type written;
    std::vector<std::string> lines;
  };
  static std::map<std::string, Content> read;
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  if (error || number < 1) return std::nullopt;
  auto found = read.find(file.string());
  if (found == read.end() || found->second.written != written) {
    const auto text = read_file(file);
    if (!text) return std::nullopt;
    found = read.insert_or_assign(file.string(), Content{written, split_lines(*text)}).first;
  }
  const auto index = static_cast<std::size_t>(number) - 1;
  if (index >= found->second.lines.size()) return std::nullopt;
  return found->second.lines[index];
}

}  // namespace warpup
