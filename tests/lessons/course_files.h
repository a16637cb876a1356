// The files of a course, found by their folders.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

struct LessonFiles {
  std::filesystem::path folder;  // lessons/07_reduce
  std::filesystem::path exercises, solutions;
  std::string name() const { return folder.filename().string(); }
  std::filesystem::path judge(const std::string& exercise) const;
  std::filesystem::path exercise(const std::string& exercise) const;
  std::filesystem::path solution(const std::string& exercise) const;
  /// Names of the judges: "block_sum", ...
  std::vector<std::string> exercise_names() const;
  /// lessons/07_reduce/mutants/block_sum.*.cu
  std::vector<std::filesystem::path> mutants(const std::string& exercise) const;
};

std::vector<LessonFiles> lessons_of(const std::filesystem::path& course);

/// Throws std::runtime_error with the file's name.
std::string read_text(const std::filesystem::path& file);
std::vector<std::string> lines_of(const std::string& text);

/// "race-shared" from a first line "// expect: race-shared: why"; empty if there is none.
std::string expected_kind(const std::filesystem::path& mutant);
