// --sanitize: a program of the cuda backend under compute-sanitizer's four tools.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "child.h"

namespace warpup {

struct Toolchain;
class Session;

/// compute-sanitizer beside nvcc or on PATH; empty where it is not.
std::filesystem::path find_sanitizer(const Toolchain& toolchain);

/// The tools, in the order they run: memcheck, racecheck, initcheck, synccheck.
const std::vector<std::string>& sanitizer_tools();

/// What compute-sanitizer is called with, up to the program.
std::vector<std::string> sanitizer_arguments(const std::string& tool,
                                             const std::filesystem::path& log);

/// For a session with --sanitize, before anything is built: says on the cpu backend that the check
/// build does that already; throws Failure (usage) where compute-sanitizer is missing.
void prepare_sanitizer(Session& session);

/// True if children of this session run under compute-sanitizer.
bool is_sanitized(Session& session);

/// Runs the child once under each tool. The first run speaks for the program: the output and the
/// events of the others, which do the same again, are dropped. What a tool reports goes to
/// child.on_event as "diagnosis" lines once its run has ended.
ChildResult run_sanitized(const std::filesystem::path& sanitizer, const ChildRequest& child);

}  // namespace warpup
