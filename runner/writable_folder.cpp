#include "writable_folder.h"

#include <unistd.h>

#include <cstdlib>
#include <system_error>
#include <vector>

namespace warpup {
namespace {

namespace fs = std::filesystem;

bool can_write(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return !error && fs::is_directory(folder, error) && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

fs::path writable_folder(const fs::path& wanted, const std::string& name) {
  if (can_write(wanted)) return wanted;
  std::vector<fs::path> others;
  if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty())
    others.emplace_back(cache);
  if (const std::string home = variable("HOME"); !home.empty()) {
    others.push_back(fs::path(home) / ".cache");
  }
  for (const fs::path& other : others) {
    const fs::path folder = other / "warpup" / name;
    if (can_write(folder)) return folder;
  }
  std::error_code error;
  // A user's own: in a common folder another's can't be written, nor trusted.
  const fs::path common = fs::temp_directory_path(error);
  const fs::path last = common / ("warpup-" + std::to_string(::getuid())) / name;
  return !error && can_write(last) ? last : wanted;
}

}  // namespace warpup
