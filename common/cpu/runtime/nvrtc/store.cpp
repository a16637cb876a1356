#include "store.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "warpup_config.h"

namespace warpup::nvrtc {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostEntries = 400;  // objects and sources; an object has some 100 KB

bool usable(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return access(folder.c_str(), W_OK | X_OK) == 0;
}

// In a shared folder for temporary files: one's own, that nobody else can write to.
fs::path private_folder() {
  const char* variable = std::getenv("TMPDIR");
  const fs::path parent = variable && *variable ? variable : "/tmp";
  const fs::path folder = parent / ("warpup-nvrtc-" + std::to_string(getuid()));
  mkdir(folder.c_str(), 0700);
  struct stat info {};
  const bool own = lstat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
                   info.st_uid == getuid() && (info.st_mode & 022) == 0;
  if (own && usable(folder)) return folder;
  throw std::runtime_error("no folder to compile in: neither " WARPUP_SOURCE_ROOT
                           "/.warpup/cache nor " +
                           folder.string() + " can be written");
}

fs::path choose_store() {
  const fs::path cache = fs::path(WARPUP_SOURCE_ROOT) / ".warpup" / "cache" / "nvrtc";
  return usable(cache) ? cache : private_folder();
}

}  // namespace

const fs::path& store() {
  static const fs::path folder = choose_store();
  return folder;
}

// FNV-1a: the texts are the program's own, nobody makes them collide.
std::string hash_of(const std::vector<std::string>& parts) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto mix = [&](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3U; };
  for (const std::string& part : parts) {
    for (const char c : part) mix(static_cast<unsigned char>(c));
    for (std::size_t rest = part.size(), i = 0; i < sizeof rest; ++i, rest >>= 8) {
      mix(static_cast<unsigned char>(rest));
    }
  }
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void write_file(const fs::path& file, const std::string& text) {
  static std::atomic<unsigned> number{0};  // several threads may compile the same
  const fs::path draft =
      file.string() + "." + std::to_string(getpid()) + "-" + std::to_string(number++) + ".draft";
  std::ofstream stream(draft, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw std::runtime_error("can't write " + draft.string() + "; check the free space");
  fs::rename(draft, file);
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (store() / ("tmp-" + std::to_string(getpid()) + "-XXXXXX")).string();
  if (!mkdtemp(name.data())) {
    throw std::runtime_error("can't make a folder in " + store().string() +
                             "; check the free space and its permissions");
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

namespace {

// What a killed process left.
bool is_stale(const fs::path& folder, fs::file_time_type used) {
  const auto a_day_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  return folder.filename().string().rfind("tmp-", 0) == 0 && used < a_day_ago;
}

}  // namespace

void prune_store() {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
  };
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator it(store(), error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    const auto used = it->last_write_time(gone);
    if (!gone && is_stale(it->path(), used)) {
      fs::remove_all(it->path(), gone);
    } else if (!gone) {
      entries.push_back({it->path(), used});
    }
  }
  if (entries.size() <= kMostEntries) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  const auto recently = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (std::size_t i = 0; i < entries.size() - kMostEntries / 2; ++i) {
    std::error_code ignored;
    if (entries[i].used < recently) fs::remove_all(entries[i].path, ignored);
  }
}

}  // namespace warpup::nvrtc
