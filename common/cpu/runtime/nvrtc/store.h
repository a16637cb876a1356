// Where sources and compiled objects of NVRTC programs are kept: by hash, so that a program that
// compiles the same source again finds it done.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpup::nvrtc {

/// A folder that can be written: in the checkout's cache, or else for temporary files. Made on the
/// first call; throws std::runtime_error where there is none.
const std::filesystem::path& store();

/// 16 hexadecimal digits that tell the lists of texts apart.
std::string hash_of(const std::vector<std::string>& parts);

/// The file's whole content; empty where it can't be read.
std::string read_file(const std::filesystem::path& file);
/// Writes the file under another name first, so that nobody ever sees half of it.
void write_file(const std::filesystem::path& file, const std::string& text);

/// A folder of its own for one compilation, removed with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Removes what was not used for longest, when there is much.
void prune_store();

}  // namespace warpup::nvrtc
