// A speaker's notes, written where the class does not see them.
#pragma once

#include <filesystem>
#include <string>

#include "demo.h"

namespace warpup {

/// A second terminal is cleared for each screen; to a file or a pipe the notes of each screen are
/// added, so that `tail -f` follows.
class SpeakerNotes {
 public:
  SpeakerNotes() = default;
  /// Throws Failure (usage) if nothing can be written there.
  explicit SpeakerNotes(const std::filesystem::path& target);
  ~SpeakerNotes();
  SpeakerNotes(const SpeakerNotes&) = delete;
  SpeakerNotes& operator=(const SpeakerNotes&) = delete;

  /// Writes the notes of the demo's screen, if it is another than before.
  void show(const Demo& demo);

 private:
  int fd_ = -1;
  bool terminal_ = false;
  std::string shown_;
};

/// The notes of a screen as text, with its place and what comes next.
std::string notes_text(const Screen& screen, const std::string& place, const Slide& slide,
                       const std::string& next, int width);

}  // namespace warpup
