// A lesson's manifest: what lessons/NN_name/lesson.toml says.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "chapter.h"

namespace warpup {

struct Exercise {
  std::string name;
  std::string title;
  std::vector<std::string> hints;  // level 1 first
  double time_limit = 0;           // seconds; the lesson's where the manifest gives none
  int lesson_number = 0;
  int position = 0;                // from 1, within its lesson
  std::filesystem::path file;      // what the learner edits
  std::filesystem::path solution;  // the same outside the gaps
  std::filesystem::path judge;
  std::filesystem::path pristine;  // a copy of `file` as it was handed out, for `reset`

  /// "7.2", as in `warpup check 7.2`.
  std::string label() const;
};

/// An option of a lesson's own: `warpup run 9 --image FILE`.
struct LessonOption {
  std::string name;   // "image"
  std::string value;  // what stands for its value in help; FILE: it must be one that is there
  std::string help;   // one line
};

struct Lesson {
  int number = 0;
  std::string name;
  std::string title;
  std::string summary;
  std::vector<Chapter> chapters;   // of the course
  std::vector<std::string> needs;  // "gpu", "cc >= 9.0"
  double time_limit = 0;           // seconds
  std::vector<LessonOption> options;
  std::vector<Exercise> exercises;
  std::filesystem::path folder;

  /// "07", as in the folder's name.
  std::string label() const;
};

/// Something wrong in a manifest. A warning leaves the lesson usable, an error does not.
struct ManifestProblem {
  std::filesystem::path file;
  int line = 0;
  std::string message;
  bool error = true;
};

/// What came of one manifest: a lesson, unless there was an error.
struct ManifestResult {
  std::optional<Lesson> lesson;
  std::vector<ManifestProblem> problems;
};

/// Reads lessons/NN_name/lesson.toml of the course in `root`. Never throws for what the file holds.
ManifestResult read_manifest(const std::filesystem::path& file, const std::filesystem::path& root);

/// The same for a text that is at hand; `file` names it in problems and gives the folder.
ManifestResult parse_manifest(const std::string& text, const std::filesystem::path& file,
                              const std::filesystem::path& root);

}  // namespace warpup
