#include "progress.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "text_file.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kVersion = 1;

// Held while the file is read, changed and replaced; two warpups lose nothing of each other's.
class FileLock {
 public:
  explicit FileLock(const fs::path& file)
      : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) {
      const std::error_code why(errno, std::generic_category());
      throw fs::filesystem_error("can't open", file, why);
    }
    ::flock(descriptor_, LOCK_EX);
  }
  ~FileLock() { ::close(descriptor_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

json empty_progress() { return {{"version", kVersion}, {"exercises", json::object()}}; }

bool well_formed(const json& data) {
  return data.is_object() && data.value("version", json()).is_number_integer() &&
         (!data.contains("exercises") || data["exercises"].is_object());
}

// A value of another type than expected counts as absent.
template <typename T>
T field(const json& object, const char* key, T otherwise) {
  try {
    return object.value(key, otherwise);
  } catch (const json::exception&) {
    return otherwise;
  }
}

ExerciseRecord record_of(const json& stored) {
  ExerciseRecord record;
  record.passed = field(stored, "passed", false);
  record.backends = field(stored, "backends", std::vector<std::string>());
  record.hints = field(stored, "hints", 0);
  record.hash = field(stored, "hash", std::string());
  return record;
}

}  // namespace

Progress Progress::load(const fs::path& root) {
  Progress progress;
  progress.file_ = root / ".warpup" / "progress.json";
  progress.read();
  return progress;
}

// Returns the file's JSON text, or that of an empty progress in its place.
std::string Progress::read() {
  exercises_.clear();
  const auto text = read_file(file_);
  if (!text) return empty_progress().dump();
  const json data = json::parse(*text, nullptr, false);
  if (data.is_discarded() || !well_formed(data)) {
    set_aside("is damaged", "damaged");
    return empty_progress().dump();
  }
  if (data["version"] > kVersion) {
    set_aside("was written by a newer warpup", "newer");
    return empty_progress().dump();
  }
  if (data.contains("exercises")) {
    for (const auto& [name, stored] : data["exercises"].items()) {
      if (stored.is_object()) exercises_[name] = record_of(stored);
    }
  }
  return *text;
}

void Progress::set_aside(const std::string& why, const std::string& suffix) {
  fs::path kept;
  for (int i = 1; kept.empty() || fs::exists(kept); ++i) {
    kept = file_.string() + fmt::format(".{}-{}", suffix, i);
  }
  std::error_code error;
  fs::rename(file_, kept, error);
  kept_in_place_ = static_cast<bool>(error);
  message_ =
      error ? fmt::format("{} {} and can't be renamed: {}", shown_path(file_), why, error.message())
            : fmt::format("{} {}; it is kept as {}, and progress begins anew", shown_path(file_),
                          why, shown_path(kept));
}

ExerciseRecord Progress::exercise(const std::string& name) const {
  const auto found = exercises_.find(name);
  return found == exercises_.end() ? ExerciseRecord() : found->second;
}

template <typename Change>
void Progress::update(const std::string& name, Change change) {
  fs::create_directories(file_.parent_path());
  const FileLock lock(file_.string() + ".lock");
  json data = json::parse(read());
  if (kept_in_place_) throw std::runtime_error(message_);
  json& stored = data["exercises"][name];
  if (!stored.is_object()) stored = json::object();
  change(stored);
  write_file(file_, data.dump(2) + "\n");
  exercises_[name] = record_of(stored);
}

void Progress::record_pass(const std::string& name, const std::string& backend,
                           const std::string& hash) {
  update(name, [&](json& stored) {
    auto backends = field(stored, "backends", std::vector<std::string>());
    if (std::find(backends.begin(), backends.end(), backend) == backends.end()) {
      backends.push_back(backend);
    }
    stored["passed"] = true;
    stored["backends"] = backends;
    stored["hash"] = hash;
  });
}

void Progress::record_hint(const std::string& name, int level) {
  update(name, [&](json& stored) { stored["hints"] = std::max(level, field(stored, "hints", 0)); });
}

}  // namespace warpup
