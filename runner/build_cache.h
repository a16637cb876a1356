// The folder of cached objects, programs and manifests, shared by all runs in a work tree.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpup {

/// Files are written elsewhere and renamed into place, so a reader never sees half of one and two
/// runs that make the same file both succeed. Functions throw BuildFault where the disk fails.
class BuildCache {
 public:
  /// Makes the folders, and one of this run's own for temporary files, which the destructor
  /// removes.
  BuildCache(std::filesystem::path root, std::uintmax_t most_bytes);
  ~BuildCache();
  BuildCache(const BuildCache&) = delete;
  BuildCache& operator=(const BuildCache&) = delete;

  /// This run's folder for temporary files.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Where the file `name` of `kind` ("objects", "programs", "manifests") is, or would be.
  std::filesystem::path path(std::string_view kind, const std::string& name) const;

  /// True if `file` is there and not empty; marks it as used now.
  bool use(const std::filesystem::path& file) const;
  /// Moves a finished file into the cache.
  void publish(const std::filesystem::path& finished, const std::filesystem::path& file);
  void write(const std::filesystem::path& file, std::string_view text);
  /// The text of `file`, empty if there is none.
  static std::string read(const std::filesystem::path& file);

  /// Removes what was used least recently until the cache is small enough; never a file used in the
  /// last ten minutes, which another run may be about to start.
  void prune() const;

 private:
  std::filesystem::path root_, temporary_;
  std::uintmax_t most_bytes_;
  std::atomic<unsigned> drafts_{0};  // two threads may write at once
};

}  // namespace warpup
