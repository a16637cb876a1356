// The commands of warpup. A new one is a file of its own, declared and added here.
#pragma once

#include <CLI/App.hpp>
#include <functional>

#include "exit_code.h"
#include "session.h"

namespace warpup {

/// What the command line asks for; it returns the exit code.
using Action = std::function<int(Session&)>;

// Each adds its subcommand to `app`; when the command line names it, it sets `chosen`.
void add_list_command(CLI::App& app, Action& chosen);
void add_run_command(CLI::App& app, Action& chosen);
void add_demo_command(CLI::App& app, Action& chosen);
void add_check_command(CLI::App& app, Action& chosen);
void add_watch_command(CLI::App& app, Action& chosen);
void add_hint_command(CLI::App& app, Action& chosen);
void add_solution_command(CLI::App& app, Action& chosen);
void add_reset_command(CLI::App& app, Action& chosen);
void add_try_command(CLI::App& app, Action& chosen);
void add_doctor_command(CLI::App& app, Action& chosen);
void add_test_command(CLI::App& app, Action& chosen);

/// `--set NAME=NUMBER`, for commands that run lessons; parse_setting reads the values.
void add_setting_option(CLI::App& command, std::vector<std::string>& settings);

/// What `list` shows on a terminal.
void show_list(Session& session);
/// What `hint` shows: the next level, or the one that is wanted. Throws Failure (usage).
void show_hint(Session& session, const Exercise& exercise, int wanted_level = 0);

/// All of them, in the order of the help text.
void add_commands(CLI::App& app, Action& chosen);

}  // namespace warpup
