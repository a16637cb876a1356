// The lessons and exercises of a course, found by their manifests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "manifest.h"

namespace warpup {

/// What lessons/*/lesson.toml of one course say. A manifest with an error leaves its own lesson out
/// and no other.
class Catalog {
 public:
  /// Reads the course in `root`. Throws Failure (usage) if there is no folder `lessons` in it.
  static Catalog load(const std::filesystem::path& root);

  const std::filesystem::path& root() const { return root_; }
  const std::vector<Lesson>& lessons() const { return lessons_; }  // by number, then name
  const std::vector<ManifestProblem>& problems() const { return problems_; }
  bool has_errors() const;

  std::vector<const Exercise*> exercises() const;
  const Lesson& lesson_of(const Exercise& exercise) const;

 private:
  void report_duplicates();
  void report_duplicate_exercises();

  std::filesystem::path root_;
  std::vector<Lesson> lessons_;
  std::vector<ManifestProblem> problems_;
};

/// "lessons/08_atomic/lesson.toml:3: title is missing"
std::string problem_text(const ManifestProblem& problem);

}  // namespace warpup
