#include "build_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "build_fault.h"

namespace warpup {
namespace fs = std::filesystem;
namespace {

constexpr const char* kKinds[] = {"objects", "programs", "manifests", "tmp"};

[[noreturn]] void fail(const std::string& what, const fs::path& where, const std::string& why) {
  throw BuildFault("can't " + what + " " + where.string() + ": " + why +
                   "; check the free space and the permissions of that folder");
}

/// A new folder for this run below `parent`. Its name holds the process id, so that a folder left
/// by a killed run can be told from one in use.
fs::path make_temporary(const fs::path& parent) {
  std::string name = (parent / (std::to_string(getpid()) + "-XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr) {
    fail("make a folder in", parent, std::generic_category().message(errno));
  }
  return name;
}

struct Entry {
  fs::path path;
  std::uintmax_t bytes = 0;
  fs::file_time_type used;
};

/// All files of the cache; those that vanish meanwhile, because another run prunes, are left out.
std::vector<Entry> entries_of(const fs::path& root) {
  std::vector<Entry> result;
  std::error_code error;
  for (const char* kind : {"objects", "programs", "manifests"}) {
    for (fs::directory_iterator it(root / kind, error), end; !error && it != end;
         it.increment(error)) {
      std::error_code gone;
      Entry entry{it->path(), it->file_size(gone), it->last_write_time(gone)};
      if (!gone) result.push_back(std::move(entry));
    }
    error.clear();
  }
  return result;
}

void remove_stale_temporaries(const fs::path& folder) {
  std::error_code error;
  const auto a_day_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    if (it->last_write_time(gone) < a_day_ago && !gone) fs::remove_all(it->path(), gone);
  }
}

}  // namespace

BuildCache::BuildCache(fs::path root, std::uintmax_t most_bytes)
    : root_(std::move(root)), most_bytes_(most_bytes) {
  for (const char* kind : kKinds) {
    std::error_code error;
    fs::create_directories(root_ / kind, error);
    if (error) fail("make the folder", root_ / kind, error.message());
  }
  temporary_ = make_temporary(root_ / "tmp");
}

BuildCache::~BuildCache() {
  std::error_code ignored;
  fs::remove_all(temporary_, ignored);
}

fs::path BuildCache::path(std::string_view kind, const std::string& name) const {
  return root_ / kind / name;
}

bool BuildCache::use(const fs::path& file) const {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0 || info.st_size == 0) return false;
  utimensat(AT_FDCWD, file.c_str(), nullptr, 0);  // pruning goes by it; no harm if it fails
  return true;
}

void BuildCache::publish(const fs::path& finished, const fs::path& file) {
  std::error_code error;
  fs::rename(finished, file, error);
  if (error) fail("write", file, error.message());
}

void BuildCache::write(const fs::path& file, std::string_view text) {
  const fs::path draft = temporary_ / ("draft" + std::to_string(drafts_++));
  std::ofstream stream(draft, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) fail("write", draft, std::generic_category().message(errno));
  publish(draft, file);
}

std::string BuildCache::read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void BuildCache::prune() const {
  remove_stale_temporaries(root_ / "tmp");
  std::vector<Entry> entries = entries_of(root_);
  std::uintmax_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  if (total <= most_bytes_) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  const auto recently = fs::file_time_type::clock::now() - std::chrono::minutes(10);
  for (const Entry& entry : entries) {
    // Down to 4/5, so that not every build prunes.
    if (total <= most_bytes_ / 5 * 4 || entry.used > recently) return;
    std::error_code ignored;
    if (fs::remove(entry.path, ignored)) total -= entry.bytes;
  }
}

}  // namespace warpup
