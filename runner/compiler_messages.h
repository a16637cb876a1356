// Turns what g++, nvcc, cu2cpp and the linker print into messages about the learner's own lines.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpup {

/// One message. `severity` is "error", "warning" or "note"; a note belongs to the message before
/// it. `file` is relative to the base directory where it lies below it; empty for the linker's
/// messages.
struct CompilerMessage {
  std::string file;
  int line = 0, column = 0;
  std::string severity;
  std::string text;
};

/// How to word and shorten messages.
struct MessageContext {
  std::filesystem::path base;                       // paths below it are shown relative to it
  std::vector<std::filesystem::path> library_dirs;  // notes that point there are folded away
  std::string subject;                              // "exercise block_sum", for linker errors
};

/// Parses compiler output. Instantiation chains and generated names are turned into what the
/// learner wrote; nothing that is an error or a warning is dropped.
std::vector<CompilerMessage> parse_compiler_output(std::string_view output,
                                                   const MessageContext& context);

/// Parses linker output: undefined references, duplicate definitions, missing libraries.
std::vector<CompilerMessage> parse_linker_output(std::string_view output,
                                                 const MessageContext& context);

/// `text` with the names that cu2cpp and the launch library generate replaced by what was written.
std::string plain_names(std::string text);

}  // namespace warpup
