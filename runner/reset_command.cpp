// warpup reset: the exercise as it was handed out; the learner's text is kept beside it.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "failure.h"
#include "json_line.h"
#include "lookup.h"
#include "text_file.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

// "block_sum.cu.bak3": the first number that is free.
fs::path free_backup(const fs::path& file) {
  for (int i = 1;; ++i) {
    fs::path backup = file.string() + fmt::format(".bak{}", i);
    if (!fs::exists(backup)) return backup;
  }
}

void say(Session& session, const Exercise& exercise, const fs::path& backup) {
  if (session.options().json) {
    JsonLine("reset")
        .add("exercise", exercise.name)
        .add("file", exercise.file.string())
        .add("backup", backup.string())
        .print();
    return;
  }
  std::puts(fmt::format("{} is as it was handed out.", shown_path(exercise.file)).c_str());
  if (!backup.empty()) {
    std::puts(fmt::format("Your text is kept in {}.", shown_path(backup)).c_str());
  }
  const std::string command = "warpup check " + exercise.name;
  std::puts(fmt::format("next: {}", paint(session.screen(), command, kCommand)).c_str());
}

int reset(Session& session, const std::string& typed) {
  const Exercise& exercise = find_exercise(session.catalog(), typed, "reset");
  const auto pristine = read_file(exercise.pristine);
  if (!pristine) {
    throw Failure::internal(
        fmt::format("the course has no pristine copy {}", shown_path(exercise.pristine)),
        "git checkout -- " + shown_path(exercise.file));
  }
  const auto own = read_file(exercise.file);
  fs::path backup;
  if (own && *own != *pristine) {
    backup = free_backup(exercise.file);
    write_file(backup, *own);
  }
  write_file(exercise.file, *pristine);
  say(session, exercise, backup);
  return kExitPassed;
}

}  // namespace

void add_reset_command(CLI::App& app, Action& chosen) {
  auto exercise = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "reset", "The exercise as it was handed out; your text is kept as a backup");
  command->add_option("exercise", *exercise, "7.2 or block_sum")->required();
  command->callback([exercise, &chosen] {
    chosen = [exercise](Session& session) { return reset(session, *exercise); };
  });
}

}  // namespace warpup
