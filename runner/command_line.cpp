#include "command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "build.h"
#include "commands.h"
#include "failure.h"
#include "json_line.h"
#include "nearest.h"
#include "sanitizer.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

// CLI11 keeps "--" and what follows it apart poorly when options fall through to the parent.
std::vector<std::string> take_program_arguments(std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (mark == arguments.end()) return {};
  std::vector<std::string> result(mark + 1, arguments.end());
  arguments.erase(mark, arguments.end());
  return result;
}

void add_common_options(CLI::App& app, CommonOptions& options) {
  app.add_option("--backend", options.backend, "cpu, cuda, or auto: cuda where nvcc and a GPU are")
      ->check(CLI::IsMember({"cpu", "cuda", "auto"}))
      ->type_name("NAME");
  app.add_flag("--json", options.json, "The event stream on standard output, and nothing else");
  app.add_option("--timeout", options.timeout, "Time limit of a child process")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  app.add_option("--seed", options.seed,
                 "Order of blocks and threads on the cpu backend; 0: natural")
      ->type_name("N");
  app.add_flag("--fast", options.fast, "Without the checker (cpu backend)");
  app.add_flag("--profile", options.profile, "Count memory accesses by line (cpu backend)");
  app.add_flag("--sanitize", options.sanitize,
               "Run under compute-sanitizer's four tools (cuda backend)");
  app.add_flag("--all-reports", options.all_reports, "Every diagnosis, not just a screenful");
  app.add_flag("--no-color", options.no_color, "Plain text; NO_COLOR does the same");
  app.add_flag("-q,--quiet", options.quiet, "Failures and the outcome alone");
  app.add_option("--course", options.course, "Folder of a course laid out like this repository")
      ->type_name("DIR");
}

void report(const std::string& what, const std::string& next) {
  std::fflush(stdout);
  std::fputs(fmt::format("warpup: {}\nnext: {}\n", what, next).c_str(), stderr);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

// The options that `app` knows, with their dashes.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool all_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
}

// What CLI11 could not place: an unknown option, or an unknown command.
int report_extras(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) {
    report(error.what(), "warpup --help");
    return kExitUsage;
  }
  const std::string& extra = extras.front();
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "" : chosen.front()->get_name();
  if (extra.front() == '-') {
    std::vector<std::string> names = option_names(app);
    if (!chosen.empty()) {
      for (std::string& name : option_names(*chosen.front())) names.push_back(std::move(name));
    }
    const std::string own = command == "try" ? "; the program's own options stand behind --" : "";
    report(fmt::format("there is no option {}; the nearest: {}{}", extra,
                       nearest_names(extra, names, 1).front(), own),
           fmt::format("warpup {}{}--help", command, command.empty() ? "" : " "));
  } else if (chosen.empty() && all_digits(extra)) {
    report(fmt::format("there is no command {}; a lesson is run by its number", extra),
           "warpup run " + extra);
  } else if (chosen.empty()) {
    const std::string near = nearest_names(extra, command_names(app), 1).front();
    report(fmt::format("there is no command {}; the nearest: {}", extra, near),
           fmt::format("warpup {} --help, or warpup --help", near));
  } else {
    report(fmt::format("{} does not take \"{}\"", command, extra),
           fmt::format("warpup {} --help", command));
  }
  return kExitUsage;
}

// --help, --version; the help of a command with lessons tells their options, too.
int report_help(const CLI::App& app, const CLI::ParseError& error, const fs::path& course) {
  const int code = app.exit(error);
  const auto chosen = app.get_subcommands();
  const CLI::Option* lessons =
      chosen.empty() ? nullptr : chosen.front()->get_option_no_throw("lessons");
  if (lessons == nullptr && !chosen.empty()) {
    lessons = chosen.front()->get_option_no_throw("lesson");  // of a command that takes one
  }
  if (lessons == nullptr) return code;
  const fs::path root = course.empty() ? fs::path(configured_toolchain().source_root) : course;
  std::fputs(lesson_options_help(root, lessons->results()).c_str(), stdout);
  return code;
}

int report_parse_error(const CLI::App& app, const CLI::ParseError& error, const fs::path& course) {
  if (error.get_exit_code() == 0) return report_help(app, error, course);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return report_extras(app, error);
  const auto chosen = app.get_subcommands();
  report(error.what(),
         chosen.empty() ? "warpup --help" : fmt::format("warpup {} --help", chosen[0]->get_name()));
  return kExitUsage;
}

// Also an event under --json, so that a reader of the stream learns why there is no result.
int report_failure(const Failure& failure, bool json) {
  if (json) {
    JsonLine("failure")
        .add("message", failure.what())
        .add("next", failure.next())
        .add("exit_code", failure.exit_code())
        .print();
  }
  report(failure.what(), failure.next());
  return failure.exit_code();
}

int carry_out(const Action& action, CommonOptions options) {
  const bool json = options.json;
  try {
    Session session(std::move(options));
    prepare_sanitizer(session);
    return action(session);
  } catch (const Failure& failure) {
    return report_failure(failure, json);
  } catch (const std::exception& error) {
    return report_failure(
        Failure::internal(fmt::format("a fault of warpup itself: {}", error.what()),
                          "warpup doctor"),
        json);
  }
}

}  // namespace

int run_command_line(std::vector<std::string> arguments) {
  CommonOptions options;
  options.program_arguments = take_program_arguments(arguments);
  Action chosen;
  CLI::App app("Learn CUDA by running it.", "warpup");
  app.set_version_flag("--version", "warpup " + configured_toolchain().version);
  app.require_subcommand(0, 1);
  app.fallthrough();
  add_common_options(app, options);
  add_commands(app, chosen);
  app.footer("Begin with: warpup list, warpup run 7, warpup check");
  options.lesson_options = take_lesson_options(app, arguments);
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return report_parse_error(app, error, options.course);
  }
  if (!chosen) {
    std::fputs(app.help().c_str(), stdout);
    return kExitPassed;
  }
  return carry_out(chosen, std::move(options));
}

}  // namespace warpup
