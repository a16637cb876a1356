// Options of a lesson's own: declared in its manifest, typed as `warpup run 9 --image FILE`, and
// passed to its program.
#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace warpup {

class Session;
struct Lesson;

/// An option that the runner does not know.
struct GivenOption {
  std::string name;     // without dashes
  std::string value;    // empty: nothing follows it
  std::string nearest;  // of the runner's own, with dashes
};

/// Takes out of `arguments`, which name a command that runs lessons, each long option that `app`
/// and the command don't know, with its value. Other command lines are left as they are.
std::vector<GivenOption> take_lesson_options(const CLI::App& app,
                                             std::vector<std::string>& arguments);

/// Throws Failure (usage) unless each of `lessons` has each of the options that were given, with a
/// value, which is a file that can be read where the manifest says FILE.
void require_lesson_options(Session& session, const std::vector<const Lesson*>& lessons);

/// `--option NAME=VALUE` for each option that was given; paths are absolute.
std::vector<std::string> lesson_option_arguments(Session& session, const Lesson& lesson);

/// For the help of a command: what the lessons that its user typed take. Empty if that is nothing.
std::string lesson_options_help(const std::filesystem::path& course,
                                const std::vector<std::string>& typed);

}  // namespace warpup
