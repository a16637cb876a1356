#include "lesson_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "catalog.h"
#include "failure.h"
#include "lookup.h"
#include "nearest.h"
#include "session.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

// Commands that run lessons.
const std::string kCommands[] = {"run", "demo"};
constexpr std::size_t kSlip = 2;  // edits of a name that was only mistyped

// The command that the arguments name, if it runs lessons.
const CLI::App* lesson_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  const std::vector<const CLI::App*> commands = app.get_subcommands(nullptr);
  for (const std::string& word : arguments) {
    const auto named = std::find_if(commands.begin(), commands.end(), [&](const CLI::App* command) {
      return command->get_name() == word;
    });
    if (named == commands.end()) continue;
    const auto runs = std::find(std::begin(kCommands), std::end(kCommands), word);
    return runs == std::end(kCommands) ? nullptr : *named;
  }
  return nullptr;
}

void add_long_names(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
}

const LessonOption* find_option(const Lesson& lesson, const std::string& name) {
  const auto found = std::find_if(lesson.options.begin(), lesson.options.end(),
                                  [&](const LessonOption& o) { return o.name == name; });
  return found == lesson.options.end() ? nullptr : &*found;
}

std::string usage_of(const LessonOption& option) {
  return fmt::format("--{} {}", option.name, option.value);
}

std::string options_of(const Lesson& lesson) {
  std::string all;
  for (const LessonOption& option : lesson.options) {
    all += (all.empty() ? "" : ", ") + usage_of(option);
  }
  return all.empty() ? "it has none of its own" : "it has " + all;
}

bool is_file(const LessonOption& option) { return option.value == "FILE"; }

// Why the file can't be used; empty if it can.
std::string fault_of(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) {
    const fs::path here = fs::current_path(error);
    const std::string where = file.is_absolute() ? "" : " in " + here.string();
    return "there is no such file" + where;
  }
  if (fs::is_directory(status)) return "that is a directory";
  return ::access(file.c_str(), R_OK) == 0 ? "" : "it can't be read (permissions?)";
}

void require(const Lesson& lesson, const GivenOption& given) {
  const std::string help = fmt::format("warpup run {} --help", lesson.number);
  const LessonOption* option = find_option(lesson, given.name);
  if (option == nullptr) {
    const bool slip = edit_distance("--" + given.name, given.nearest) <= kSlip;
    throw Failure::usage(fmt::format("lesson {} {} has no option --{}; {}{}", lesson.label(),
                                     lesson.name, given.name, options_of(lesson),
                                     slip ? "; the command has " + given.nearest : ""),
                         help);
  }
  if (given.value.empty()) {
    throw Failure::usage(fmt::format("--{} needs a value: {}", given.name, usage_of(*option)),
                         help);
  }
  const std::string fault = is_file(*option) ? fault_of(given.value) : "";
  if (!fault.empty()) {
    throw Failure::usage(fmt::format("--{} {}: {}", given.name, given.value, fault),
                         fmt::format("the same with the path of a file that is there; {}", help));
  }
}

}  // namespace

std::vector<GivenOption> take_lesson_options(const CLI::App& app,
                                             std::vector<std::string>& arguments) {
  const CLI::App* command = lesson_command(app, arguments);
  if (command == nullptr) return {};
  std::vector<std::string> known, rest;
  add_long_names(app, known);
  add_long_names(*command, known);
  std::vector<GivenOption> taken;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const std::string name = word.substr(0, word.find('='));
    const bool own = word.size() > 2 && word.rfind("--", 0) == 0 &&
                     std::find(known.begin(), known.end(), name) == known.end();
    if (!own) {
      rest.push_back(word);
      continue;
    }
    GivenOption given{name.substr(2), "", nearest_names(name, known, 1).front()};
    const bool follows = i + 1 < arguments.size() && arguments[i + 1].rfind("--", 0) != 0;
    if (name.size() < word.size()) {
      given.value = word.substr(name.size() + 1);
    } else if (follows) {
      given.value = arguments[++i];
    }
    taken.push_back(std::move(given));
  }
  arguments = std::move(rest);
  return taken;
}

void require_lesson_options(Session& session, const std::vector<const Lesson*>& lessons) {
  for (const GivenOption& given : session.options().lesson_options) {
    for (const Lesson* lesson : lessons) require(*lesson, given);
  }
}

std::vector<std::string> lesson_option_arguments(Session& session, const Lesson& lesson) {
  std::vector<std::string> arguments;
  for (const GivenOption& given : session.options().lesson_options) {
    const LessonOption* option = find_option(lesson, given.name);
    const bool file = option != nullptr && is_file(*option);
    const std::string value = file ? fs::absolute(given.value).string() : given.value;
    arguments.insert(arguments.end(), {"--option", given.name + "=" + value});
  }
  return arguments;
}

std::string lesson_options_help(const fs::path& course, const std::vector<std::string>& typed) {
  std::string text;
  try {
    const Catalog catalog = Catalog::load(course);
    for (const std::string& words : typed) {
      for (const Lesson* lesson : find_lessons(catalog, words, "run")) {
        if (lesson->options.empty()) continue;
        text += fmt::format("\nOptions of lesson {} {}:\n", lesson->label(), lesson->name);
        for (const LessonOption& option : lesson->options) {
          text += fmt::format("  {:<28}{}\n", usage_of(option), option.help);
        }
      }
    }
  } catch (const Failure&) {
    return text;  // the help itself is what was asked for
  }
  return text;
}

}  // namespace warpup
