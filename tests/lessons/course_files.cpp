#include "course_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> sources_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

fs::path LessonFiles::judge(const std::string& exercise) const {
  return folder / "judges" / (exercise + ".cu");
}
fs::path LessonFiles::exercise(const std::string& exercise) const {
  return exercises / (exercise + ".cu");
}
fs::path LessonFiles::solution(const std::string& exercise) const {
  return solutions / (exercise + ".cu");
}

std::vector<std::string> LessonFiles::exercise_names() const {
  std::vector<std::string> names;
  for (const fs::path& judge : sources_in(folder / "judges"))
    names.push_back(judge.stem().string());
  return names;
}

std::vector<fs::path> LessonFiles::mutants(const std::string& exercise) const {
  std::vector<fs::path> found;
  for (const fs::path& file : sources_in(folder / "mutants")) {
    if (file.filename().string().rfind(exercise + ".", 0) == 0) found.push_back(file);
  }
  return found;
}

std::vector<LessonFiles> lessons_of(const fs::path& course) {
  std::vector<LessonFiles> lessons;
  for (const fs::directory_entry& entry : fs::directory_iterator(course / "lessons")) {
    if (!fs::exists(entry.path() / "lesson.toml")) continue;
    const fs::path name = entry.path().filename();
    lessons.push_back({entry.path(), course / "exercises" / name, course / "solutions" / name});
  }
  std::sort(lessons.begin(), lessons.end(),
            [](const LessonFiles& a, const LessonFiles& b) { return a.folder < b.folder; });
  return lessons;
}

std::string read_text(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("can't read " + file.string());
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string expected_kind(const fs::path& mutant) {
  const std::string prefix = "// expect: ";
  const std::string text = read_text(mutant);
  if (text.rfind(prefix, 0) != 0) return "";
  const size_t end = text.find_first_of(":\n", prefix.size());
  return text.substr(prefix.size(), end - prefix.size());
}
