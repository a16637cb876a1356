// Tells when a file is saved.
#pragma once

#include <uv.h>

#include <filesystem>
#include <functional>
#include <string>

namespace warpup {

/// Watches the folder of a file, since many editors write a new file and rename it over the old
/// one. Calls back on the loop once the file has another text than before and has been left alone
/// for a moment: an editor may write in several pieces.
class FileWatch {
 public:
  /// Throws std::system_error if the folder can't be watched. The file itself may be missing.
  FileWatch(uv_loop_t* loop, std::filesystem::path file, std::function<void()> saved);
  /// The loop has to run once more, so that it closes what it watched.
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// What is there now is known: only another text is news.
  void mark_as_seen();

 private:
  void changed(const char* name);
  void look();

  uv_fs_event_t* events_;  // the loop frees them
  uv_timer_t* quiet_;
  std::filesystem::path file_;
  std::function<void()> saved_;
  std::string seen_;
};

}  // namespace warpup
