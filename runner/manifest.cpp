#include "manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <toml.hpp>

#include "nearest.h"
#include "text_file.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

constexpr double kDefaultTimeLimit = 20;  // seconds
constexpr std::size_t kHintLevels = 3;

// Reads the keys of one table and collects what is wrong with them.
class TableReader {
 public:
  TableReader(const toml::value& table, const fs::path& file,
              std::vector<ManifestProblem>& problems)
      : table_(table), file_(file), problems_(problems) {}

  void problem(int line, std::string message, bool error = true) {
    problems_.push_back({file_, line, std::move(message), error});
  }

  std::string text(const std::string& key) {
    const toml::value* value = required(key);
    if (value == nullptr) return {};
    if (!value->is_string() || value->as_string().str.empty()) {
      problem(line_of(*value), fmt::format("{} must be a text in quotes", key));
      return {};
    }
    return value->as_string().str;
  }

  // A name is typed on the command line, and is part of file names.
  std::string name() {
    std::string name = text("name");
    const auto allowed = [](unsigned char c) {
      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
    };
    const bool good = std::all_of(name.begin(), name.end(), allowed) &&
                      (name.empty() || std::islower(static_cast<unsigned char>(name[0])) != 0);
    if (!good) {
      problem(line_of(table_.at("name")),
              fmt::format("name \"{}\" may hold a-z, 0-9 and _, and begins with a letter", name));
    }
    return name;
  }

  int number() {
    const toml::value* value = required("number");
    if (value == nullptr) return 0;
    if (!value->is_integer() || value->as_integer() < 0 || value->as_integer() > 999) {
      problem(line_of(*value), "number must be a whole number from 0 to 999");
      return 0;
    }
    return static_cast<int>(value->as_integer());
  }

  double seconds(double otherwise) {
    const toml::value* value = find("time_limit");
    if (value == nullptr) return otherwise;
    double limit = 0;
    if (value->is_integer()) limit = static_cast<double>(value->as_integer());
    if (value->is_floating()) limit = value->as_floating();
    if (limit > 0) return limit;
    problem(line_of(*value), "time_limit must be a number of seconds above 0");
    return otherwise;
  }

  std::vector<std::string> texts(const std::string& key) {
    const toml::value* value = find(key);
    std::vector<std::string> result;
    if (value == nullptr) return result;
    const auto is_text = [](const toml::value& item) { return item.is_string(); };
    if (!value->is_array() ||
        !std::all_of(value->as_array().begin(), value->as_array().end(), is_text)) {
      problem(line_of(*value), fmt::format("{} must be a list of texts: [\"...\", \"...\"]", key));
      return result;
    }
    for (const toml::value& item : value->as_array()) result.push_back(item.as_string().str);
    return result;
  }

  const toml::value* find(const std::string& key) {
    known_.push_back(key);
    return table_.contains(key) ? &table_.at(key) : nullptr;
  }

  // Call it last: every key that was not asked for by then is a mistake.
  void report_unknown_keys() {
    for (const auto& [key, value] : table_.as_table()) {
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      problem(line_of(value),
              fmt::format("unknown key {}; is it {}?", key, nearest_names(key, known_, 1).front()),
              false);
    }
  }

  int line() const { return line_of(table_); }
  static int line_of(const toml::value& value) { return static_cast<int>(value.location().line()); }

 private:
  const toml::value* required(const std::string& key) {
    const toml::value* value = find(key);
    if (value == nullptr) problem(line(), fmt::format("{} is missing", key));
    return value;
  }

  const toml::value& table_;
  const fs::path& file_;
  std::vector<ManifestProblem>& problems_;
  std::vector<std::string> known_;
};

void place_files(Exercise& exercise, const Lesson& lesson, const fs::path& root) {
  const fs::path source = exercise.name + ".cu";
  const fs::path folder = lesson.folder.filename();
  exercise.file = root / "exercises" / folder / source;
  exercise.solution = root / "solutions" / folder / source;
  exercise.judge = lesson.folder / "judges" / source;
  exercise.pristine = lesson.folder / "pristine" / source;
}

Exercise read_exercise(TableReader& reader, const Lesson& lesson, const fs::path& root) {
  Exercise exercise;
  exercise.name = reader.name();
  exercise.title = reader.text("title");
  exercise.hints = reader.texts("hints");
  exercise.time_limit = reader.seconds(lesson.time_limit);
  exercise.lesson_number = lesson.number;
  exercise.position = static_cast<int>(lesson.exercises.size()) + 1;
  place_files(exercise, lesson, root);
  if (exercise.hints.size() != kHintLevels) {
    reader.problem(reader.line(),
                   fmt::format("exercise {} has {} hints; three levels are expected", exercise.name,
                               exercise.hints.size()),
                   false);
  }
  reader.report_unknown_keys();
  return exercise;
}

void read_exercises(const toml::value& list, Lesson& lesson, const fs::path& file,
                    const fs::path& root, std::vector<ManifestProblem>& problems) {
  const bool tables = list.is_array() && std::all_of(list.as_array().begin(), list.as_array().end(),
                                                     [](const auto& v) { return v.is_table(); });
  if (!tables) {
    problems.push_back(
        {file, TableReader::line_of(list), "exercises are written as [[exercise]]", true});
    return;
  }
  for (const toml::value& table : list.as_array()) {
    TableReader reader(table, file, problems);
    lesson.exercises.push_back(read_exercise(reader, lesson, root));
  }
}

Lesson read_lesson(const toml::value& table, const fs::path& file, const fs::path& root,
                   std::vector<ManifestProblem>& problems) {
  TableReader reader(table, file, problems);
  Lesson lesson;
  lesson.folder = file.parent_path();
  lesson.number = reader.number();
  lesson.name = reader.name();
  lesson.title = reader.text("title");
  lesson.summary = reader.text("summary");
  lesson.chapters = reader.texts("chapters");
  lesson.needs = reader.texts("needs");
  lesson.time_limit = reader.seconds(kDefaultTimeLimit);
  const toml::value* exercises = reader.find("exercise");
  if (exercises != nullptr) read_exercises(*exercises, lesson, file, root, problems);
  reader.report_unknown_keys();
  return lesson;
}

// toml11 writes "[error] toml::parse_x: what\n --> file ...": its first line says what.
std::string short_message(const std::string& what) {
  std::string line = what.substr(0, what.find('\n'));
  for (const char* prefix : {"[error] ", "toml::"}) {
    if (line.rfind(prefix, 0) == 0) line.erase(0, std::string(prefix).size());
  }
  const std::size_t colon = line.find(": ");
  return colon == std::string::npos ? line : line.substr(colon + 2);
}

}  // namespace

std::string Exercise::label() const { return fmt::format("{}.{}", lesson_number, position); }

std::string Lesson::label() const { return fmt::format("{:02}", number); }

ManifestResult parse_manifest(const std::string& text, const fs::path& file, const fs::path& root) {
  ManifestResult result;
  try {
    std::istringstream in(text);
    const toml::value table = toml::parse(in, file.string());
    Lesson lesson = read_lesson(table, file, root, result.problems);
    const auto is_error = [](const ManifestProblem& problem) { return problem.error; };
    if (std::none_of(result.problems.begin(), result.problems.end(), is_error)) {
      result.lesson = std::move(lesson);
    }
  } catch (const toml::exception& error) {
    const int line = static_cast<int>(error.location().line());
    result.problems.push_back({file, line, short_message(error.what()), true});
  } catch (const std::exception& error) {
    result.problems.push_back({file, 1, short_message(error.what()), true});
  }
  return result;
}

ManifestResult read_manifest(const fs::path& file, const fs::path& root) {
  const std::optional<std::string> text = read_file(file);
  if (text) return parse_manifest(*text, file, root);
  ManifestResult result;
  result.problems.push_back({file, 1, "can't be read", true});
  return result;
}

}  // namespace warpup
