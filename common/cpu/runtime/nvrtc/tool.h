// Runs the compiler and the translator.
#pragma once

#include <string>
#include <vector>

namespace warpup::nvrtc {

struct ToolOutput {
  bool started = false;
  bool ok = false;   // ended with exit code 0
  std::string text;  // standard output and standard error; why it didn't start
};

/// Runs the program `arguments[0]` (a path) to its end, with `temporary` for its own files.
ToolOutput run_tool(const std::vector<std::string>& arguments, const std::string& temporary);

}  // namespace warpup::nvrtc
