// Runs a compiler, translator or linker and tells a wrong source from a machine that can't build.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpup {

struct ToolCall {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::string role;                 // "the C++ compiler", for messages
  std::string missing_advice;       // what to do when it is not there
  std::filesystem::path temporary;  // for the tool's own temporary files
  double seconds = 300;
};

struct ToolOutput {
  bool ok = false;
  std::string text;  // stdout and stderr
};

/// Throws BuildFault when the tool is missing, crashes, runs out of disk, memory or time, or Ctrl-C
/// comes. `ok` is false when it rejected its input.
ToolOutput run_tool(const ToolCall& call);

}  // namespace warpup
