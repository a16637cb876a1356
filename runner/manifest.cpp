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

Chapter read_chapter(TableReader& reader) {
  Chapter chapter;
  const std::string number = reader.text("number");
  const ChapterName name = parse_chapter_name(number);
  if (name.number.empty() && !number.empty()) {
    reader.problem(reader.line(),
                   fmt::format("number \"{}\" is no chapter of the course: \"1.8\", or "
                               "\"driver-1.4\" in its driver part",
                               number));
  }
  chapter.part = name.part.empty() ? "runtime" : name.part;
  chapter.number = name.number;
  chapter.caption = reader.text("caption");
  chapter.description = reader.text("description");
  reader.report_unknown_keys();
  return chapter;
}

LessonOption read_option(TableReader& reader) {
  LessonOption option{reader.name(), reader.text("value"), reader.text("help")};
  reader.report_unknown_keys();
  return option;
}

// Calls `read` with a reader for each [[key]] of the table that `lesson` reads.
template <typename Read>
void read_tables(TableReader& lesson, const std::string& key, const fs::path& file,
                 std::vector<ManifestProblem>& problems, Read read) {
  const toml::value* list = lesson.find(key);
  if (list == nullptr) return;
  const auto is_table = [](const toml::value& item) { return item.is_table(); };
  if (!list->is_array() ||
      !std::all_of(list->as_array().begin(), list->as_array().end(), is_table)) {
    lesson.problem(TableReader::line_of(*list), fmt::format("{0}s are written as [[{0}]]", key));
    return;
  }
  for (const toml::value& table : list->as_array()) {
    TableReader reader(table, file, problems);
    read(reader);
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
  read_tables(reader, "chapter", file, problems,
              [&](TableReader& one) { lesson.chapters.push_back(read_chapter(one)); });
  lesson.needs = reader.texts("needs");
  lesson.time_limit = reader.seconds(kDefaultTimeLimit);
  read_tables(reader, "option", file, problems,
              [&](TableReader& one) { lesson.options.push_back(read_option(one)); });
  read_tables(reader, "exercise", file, problems, [&](TableReader& one) {
    lesson.exercises.push_back(read_exercise(one, lesson, root));
  });
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
  if (colon != std::string::npos) line.erase(0, colon + 2);
  return line.empty() ? "this is no valid TOML" : line;
}

// Bytes of the UTF-8 sequence that starts at `at`, 0 if it is none (RFC 3629).
std::size_t utf8_sequence(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  }
  const unsigned second = byte(at + 1);  // rules out long forms, surrogates, and what lies above
  const bool bad = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                   (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return bad ? 0 : length;
}

// Line of the first byte that is no UTF-8, or 0. TOML must be UTF-8, and toml11 3.7 reads outside
// of its buffer when it reports such a byte.
int first_line_without_utf8(const std::string& text) {
  int line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence(text, at);
    if (length == 0) return line;
    if (text[at] == '\n') ++line;
    at += length;
  }
  return 0;
}

}  // namespace

std::string Exercise::label() const { return fmt::format("{}.{}", lesson_number, position); }

std::string Lesson::label() const { return fmt::format("{:02}", number); }

ManifestResult parse_manifest(const std::string& text, const fs::path& file, const fs::path& root) {
  ManifestResult result;
  if (const int line = first_line_without_utf8(text); line > 0) {
    result.problems.push_back({file, line, "this line is not UTF-8 text", true});
    return result;
  }
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
    // What the C++ library throws (a number out of range) names no line.
    result.problems.push_back(
        {file, 1, fmt::format("a value can't be read ({})", short_message(error.what())), true});
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
