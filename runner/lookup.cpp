#include "lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "failure.h"
#include "nearest.h"

namespace warpup {
namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 6 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

// The last part of a path, without .cu, in lower case: "exercises/07_reduce/Block_Sum.cu" ->
// "block_sum".
std::string plain_name(std::string typed) {
  while (typed.size() > 1 && typed.back() == '/') typed.pop_back();
  typed = std::filesystem::path(typed).filename().string();
  const std::string suffix = ".cu";
  if (typed.size() > suffix.size() &&
      typed.compare(typed.size() - suffix.size(), suffix.size(), suffix) == 0) {
    typed.resize(typed.size() - suffix.size());
  }
  for (char& c : typed) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return typed;
}

template <typename Matches>
std::vector<const Lesson*> lessons_where(const Catalog& catalog, Matches matches) {
  std::vector<const Lesson*> result;
  for (const Lesson& lesson : catalog.lessons()) {
    if (matches(lesson)) result.push_back(&lesson);
  }
  return result;
}

std::vector<const Lesson*> lessons_named(const Catalog& catalog, const std::string& name,
                                         const std::string& command) {
  if (!is_number(name)) {
    return lessons_where(catalog, [&](const Lesson& lesson) {
      return lesson.name == name || lesson.folder.filename() == name;
    });
  }
  auto found = lessons_where(
      catalog, [&](const Lesson& lesson) { return lesson.number == std::stoi(name); });
  if (found.size() > 1) {
    throw Failure::usage(
        fmt::format("lesson {} could be {} or {}", name, found[0]->name, found[1]->name),
        fmt::format("warpup {} {}", command, found[0]->name));
  }
  return found;
}

template <typename Matches>
std::vector<const Lesson*> lessons_with_chapter(const Catalog& catalog, Matches matches) {
  return lessons_where(catalog, [&](const Lesson& lesson) {
    return std::any_of(lesson.chapters.begin(), lesson.chapters.end(), matches);
  });
}

// A number without its part is the runtime's chapter, and another's where the runtime has none.
std::vector<const Lesson*> lessons_of_chapter(const Catalog& catalog, const std::string& typed) {
  const ChapterName name = parse_chapter_name(typed);
  const auto of_part = [&](const std::string& part) {
    return lessons_with_chapter(catalog, [&](const Chapter& chapter) {
      return chapter.number == name.number && (part.empty() || chapter.part == part);
    });
  };
  if (name.number.empty()) {
    return lessons_with_chapter(catalog,
                                [&](const Chapter& chapter) { return chapter.caption == typed; });
  }
  if (!name.part.empty()) return of_part(name.part);
  const auto usual = of_part("runtime");
  return usual.empty() ? of_part("") : usual;
}

std::vector<const Lesson*> matching_lessons(const Catalog& catalog, const std::string& typed,
                                            const std::string& command) {
  auto found = lessons_named(catalog, plain_name(typed), command);
  return found.empty() ? lessons_of_chapter(catalog, typed) : found;
}

std::vector<const Exercise*> matching_exercises(const Catalog& catalog, const std::string& typed) {
  const std::string name = plain_name(typed);
  std::vector<const Exercise*> result;
  for (const Exercise* exercise : catalog.exercises()) {
    if (exercise->name == name || exercise->label() == typed) result.push_back(exercise);
  }
  return result;
}

// A lesson that is not in the catalog because its manifest has an error is no unknown lesson.
void report_broken(const Catalog& catalog, const std::string& name, const std::string& command) {
  for (const ManifestProblem& problem : catalog.problems()) {
    const std::string folder = problem.file.parent_path().filename().string();
    const std::size_t line = folder.find('_');
    const std::string number = folder.substr(0, line);
    const bool same_number =
        is_number(name) && is_number(number) && std::stoi(name) == std::stoi(number);
    const bool same_name = folder == name || folder.substr(line + 1) == name;
    if (!problem.error || (!same_number && !same_name)) continue;
    throw Failure::usage(fmt::format("lesson {} has an error: {}", folder, problem_text(problem)),
                         fmt::format("warpup {} {}, once that file is right", command, name));
  }
}

std::string join_or(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

[[noreturn]] void report_unknown(const std::string& kind, const std::string& typed,
                                 const std::vector<std::string>& names,
                                 const std::string& command) {
  const std::vector<std::string> near = nearest_names(plain_name(typed), names);
  if (near.empty()) {
    throw Failure::usage(fmt::format("there is no {} \"{}\": this course has none", kind, typed),
                         "warpup list");
  }
  throw Failure::usage(
      fmt::format("there is no {} \"{}\"; the nearest: {}", kind, typed, join_or(near)),
      fmt::format("warpup {} {}, or warpup list", command, near.front()));
}

// A number that no lesson has: the lesson with the nearest one.
void report_unknown_number(const Catalog& catalog, const std::string& typed,
                           const std::string& command) {
  constexpr std::size_t kMaxDigits = 6;
  const bool number = !typed.empty() && typed.size() <= kMaxDigits &&
                      typed.find_first_not_of("0123456789") == std::string::npos;
  if (!number || catalog.lessons().empty()) return;
  const int wanted = std::stoi(typed);
  const auto& lessons = catalog.lessons();
  const auto near =
      std::min_element(lessons.begin(), lessons.end(), [wanted](const Lesson& a, const Lesson& b) {
        return std::abs(a.number - wanted) < std::abs(b.number - wanted);
      });
  throw Failure::usage(
      fmt::format("there is no lesson {}; the nearest: {} {}", typed, near->label(), near->name),
      fmt::format("warpup {} {}, or warpup list", command, near->number));
}

}  // namespace

std::vector<const Lesson*> find_lessons(const Catalog& catalog, const std::string& typed,
                                        const std::string& command) {
  auto found = matching_lessons(catalog, typed, command);
  if (!found.empty()) return found;
  report_broken(catalog, plain_name(typed), command);
  const auto exercises = matching_exercises(catalog, typed);
  if (!exercises.empty()) {
    throw Failure::usage(fmt::format("{} is an exercise, not a lesson", typed),
                         fmt::format("warpup check {}", exercises.front()->name));
  }
  if (!parse_chapter_name(typed).number.empty()) {
    throw Failure::usage(fmt::format("no lesson covers chapter {} of the course", typed),
                         "warpup list --chapters");
  }
  report_unknown_number(catalog, typed, command);
  std::vector<std::string> names;
  for (const Lesson& lesson : catalog.lessons()) names.push_back(lesson.name);
  report_unknown("lesson", typed, names, command);
}

std::string other_chapters(const Catalog& catalog, const std::string& typed) {
  const ChapterName name = parse_chapter_name(typed);
  if (name.number.empty() || !name.part.empty()) return "";
  std::string usual;
  std::string others;
  for (const Lesson& lesson : catalog.lessons()) {
    for (const Chapter& chapter : lesson.chapters) {
      if (chapter.number != name.number) continue;
      const std::string what =
          fmt::format("{} (lesson {} {})", chapter.label(), lesson.label(), lesson.name);
      std::string& list = chapter.part == "runtime" ? usual : others;
      list += (list.empty() ? "" : ", ") + what;
    }
  }
  if (usual.empty() || others.empty()) return "";
  return fmt::format("{} is a chapter of two parts; this is the runtime's, {}; there is also {}",
                     typed, usual, others);
}

std::vector<const Exercise*> find_exercises(const Catalog& catalog, const std::string& typed,
                                            const std::string& command) {
  auto found = matching_exercises(catalog, typed);
  if (!found.empty()) return found;
  const auto lessons = matching_lessons(catalog, typed, command);
  for (const Lesson* lesson : lessons) {
    for (const Exercise& exercise : lesson->exercises) found.push_back(&exercise);
  }
  if (!found.empty()) return found;
  if (!lessons.empty()) {
    throw Failure::usage(fmt::format("lesson {} has no exercises", lessons.front()->name),
                         "warpup run " + lessons.front()->name);
  }
  report_broken(catalog, plain_name(typed), command);
  std::vector<std::string> names;
  for (const Exercise* exercise : catalog.exercises()) names.push_back(exercise->name);
  report_unknown("exercise", typed, names, command);
}

const Exercise& find_exercise(const Catalog& catalog, const std::string& typed,
                              const std::string& command) {
  const auto found = find_exercises(catalog, typed, command);
  if (found.size() == 1) return *found.front();
  std::vector<std::string> names;
  names.reserve(found.size());
  for (const Exercise* exercise : found) names.push_back(exercise->name);
  throw Failure::usage(fmt::format("{} could be {}", typed, join_or(names)),
                       fmt::format("warpup {} {}", command, names.front()));
}

}  // namespace warpup
