#include "build_manifest.h"

#include <sys/stat.h>

#include <cstdint>
#include <sstream>

#include "build_fault.h"
#include "build_hash.h"

namespace warpup {
namespace fs = std::filesystem;
namespace {

constexpr const char* kHeader = "warpup manifest 1";
constexpr const char* kNotHashed = "-";

struct FileState {
  std::int64_t changed_ns = -1;  // since 1970; -1 for no such file
  std::int64_t size = 0;
};

FileState state_of(const fs::path& file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) return {};
  return {std::int64_t{info.st_mtim.tv_sec} * 1000000000 + info.st_mtim.tv_nsec, info.st_size};
}

/// Files of installed packages change with their time alone, and there are hundreds.
bool is_installed(const fs::path& file) { return file.string().compare(0, 5, "/usr/") == 0; }

bool is_unchanged(const fs::path& file, const FileState& then, const std::string& hash) {
  const FileState now = state_of(file);
  if (now.changed_ns < 0 || now.size != then.size) return false;
  return now.changed_ns == then.changed_ns || (hash != kNotHashed && hash_file(file) == hash);
}

}  // namespace

std::vector<fs::path> parse_depfile(const std::string& text) {
  std::vector<fs::path> result;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && word.back() == ':') {
      result.clear();  // what came before was the target: nvcc has a blank before the colon
    } else if (!word.empty()) {
      result.emplace_back(word);
    }
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && (next == '\n' || next == '\r')) {
      end_word();
      ++i;
    } else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      word += next;
      ++i;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
  return result;
}

std::string write_manifest(const Manifest& manifest, std::chrono::system_clock::time_point begin) {
  using std::chrono::nanoseconds;
  // File times come from a clock that is up to a tick (10 ms at worst) behind.
  const auto too_new =
      std::chrono::duration_cast<nanoseconds>(begin.time_since_epoch()).count() - 10000000;
  std::ostringstream text;
  text << kHeader << '\n' << manifest.object << '\n';
  for (const fs::path& input : manifest.inputs) {
    const FileState state = state_of(input);
    if (state.changed_ns < 0 || state.changed_ns >= too_new) return "";
    text << state.changed_ns << ' ' << state.size << ' '
         << (is_installed(input) ? kNotHashed : hash_file(input)) << ' ' << input.string() << '\n';
  }
  return text.str();
}

Manifest read_valid_manifest(const std::string& text) {
  std::istringstream stream(text);
  std::string header;
  Manifest manifest;
  if (!std::getline(stream, header) || header != kHeader) return {};
  if (!std::getline(stream, manifest.object)) return {};
  FileState then;
  std::string hash;
  std::string path;
  while (stream >> then.changed_ns >> then.size >> hash && stream.get() == ' ' &&
         std::getline(stream, path)) {
    if (!is_unchanged(path, then, hash)) return {};
    manifest.inputs.emplace_back(path);
  }
  return stream.eof() && !manifest.inputs.empty() ? manifest : Manifest();
}

}  // namespace warpup
