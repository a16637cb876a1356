// The cases of lesson 12 that spoil the process they run in.
#pragma once

/// True if the command line asks for a case: `--case NAME NUMBER`.
bool is_case(int argc, char** argv);

/// Runs the case that the command line asks for. Returns the exit code:
/// 0, or 2 where there is no such case.
int run_case(char** argv);
