// What a learner has done, kept in .warpup/progress.json of the course.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpup {

/// One exercise, by its name, so that renumbering lessons changes nothing.
struct ExerciseRecord {
  bool passed = false;
  std::vector<std::string> backends;  // it passed on: "cpu", "cuda"
  int hints = 0;                      // highest level shown
  std::string hash;                   // text_hash of the text that passed
};

/// A file that is corrupt, or of a newer version, is renamed, and a new one begun; `message()` says
/// so. What this version does not know in a file is kept as it is.
class Progress {
 public:
  /// Reads the progress of the course in `root`; none is no error.
  static Progress load(const std::filesystem::path& root);

  const std::filesystem::path& file() const { return file_; }
  const std::string& message() const { return message_; }

  ExerciseRecord exercise(const std::string& name) const;

  // Each of these reads the file again under a lock, changes it and replaces it by rename. Throws
  // std::exception if that can't be done.
  void record_pass(const std::string& name, const std::string& backend, const std::string& hash);
  void record_hint(const std::string& name, int level);

 private:
  template <typename Change>
  void update(const std::string& name, Change change);
  std::string read();
  void set_aside(const std::string& why, const std::string& suffix);

  std::filesystem::path file_;
  std::string message_;
  bool kept_in_place_ = false;  // it could not be set aside, so it must not be replaced
  std::map<std::string, ExerciseRecord> exercises_;
};

}  // namespace warpup
