#include "catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include "failure.h"
#include "text_file.h"

namespace warpup {

namespace fs = std::filesystem;

Catalog Catalog::load(const fs::path& root) {
  Catalog catalog;
  std::error_code error;
  catalog.root_ = fs::weakly_canonical(root, error);
  fs::directory_iterator folders(catalog.root_ / "lessons", error);
  if (error) {
    throw Failure::usage(fmt::format("{} holds no course: it has no folder lessons", root.string()),
                         "warpup --course DIR list");
  }
  for (const fs::directory_entry& entry : folders) {
    const fs::path file = entry.path() / "lesson.toml";
    if (!fs::exists(file, error)) continue;
    ManifestResult result = read_manifest(file, catalog.root_);
    if (result.lesson) catalog.lessons_.push_back(std::move(*result.lesson));
    for (ManifestProblem& problem : result.problems) catalog.problems_.push_back(problem);
  }
  std::sort(catalog.lessons_.begin(), catalog.lessons_.end(), [](const Lesson& a, const Lesson& b) {
    return std::tie(a.number, a.name) < std::tie(b.number, b.name);
  });
  catalog.report_duplicates();
  catalog.report_duplicate_exercises();
  return catalog;
}

void Catalog::report_duplicates() {
  for (std::size_t i = 1; i < lessons_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Lesson& a = lessons_[j];
      const Lesson& b = lessons_[i];
      const std::string folders =
          fmt::format("{} and {}", a.folder.filename().string(), b.folder.filename().string());
      if (a.number == b.number) {
        problems_.push_back({b.folder / "lesson.toml", 1,
                             fmt::format("two lessons have number {}: {}", a.number, folders),
                             true});
      }
      if (a.name == b.name) {
        problems_.push_back({b.folder / "lesson.toml", 1,
                             fmt::format("two lessons are called {}: {}", a.name, folders), true});
      }
    }
  }
}

void Catalog::report_duplicate_exercises() {
  std::map<std::string, const Lesson*> seen;
  for (const Lesson& lesson : lessons_) {
    for (const Exercise& exercise : lesson.exercises) {
      const auto [other, is_new] = seen.emplace(exercise.name, &lesson);
      if (is_new) continue;
      problems_.push_back({lesson.folder / "lesson.toml", 1,
                           fmt::format("two exercises are called {}: in {} and {}", exercise.name,
                                       other->second->folder.filename().string(),
                                       lesson.folder.filename().string()),
                           true});
    }
  }
}

bool Catalog::has_errors() const {
  return std::any_of(problems_.begin(), problems_.end(),
                     [](const ManifestProblem& problem) { return problem.error; });
}

std::vector<const Exercise*> Catalog::exercises() const {
  std::vector<const Exercise*> result;
  for (const Lesson& lesson : lessons_) {
    for (const Exercise& exercise : lesson.exercises) result.push_back(&exercise);
  }
  return result;
}

const Lesson& Catalog::lesson_of(const Exercise& exercise) const {
  const fs::path folder = exercise.judge.parent_path().parent_path();
  const auto found = std::find_if(lessons_.begin(), lessons_.end(),
                                  [&](const Lesson& lesson) { return lesson.folder == folder; });
  return *found;  // every exercise was read from a lesson of this catalog
}

std::string problem_text(const ManifestProblem& problem) {
  return fmt::format("{}:{}: {}", shown_path(problem.file), problem.line, problem.message);
}

}  // namespace warpup
