// Builds a program from CUDA sources, for either backend, with a cache of objects and programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "backend.h"
#include "compiler_messages.h"

namespace warpup {

struct BuildRequest {
  std::vector<std::filesystem::path> sources;
  std::vector<std::filesystem::path> cached_sources;  // judge: object cached by content
  Backend backend = Backend::kCpu;
  bool check = true;  // cpu only: the check build; false selects the fast build
  bool with_lesson_library = true;
  std::vector<std::string> extra_flags;
  std::vector<std::filesystem::path> include_dirs;
  std::string name;  // how messages call it: "block_sum"; names the program file, too
};

struct BuildResult {
  bool ok = false;
  std::filesystem::path program;          // set when ok
  std::vector<CompilerMessage> messages;  // warnings stay here when ok
  std::string raw;                        // everything the tools printed
  double seconds = 0;
  bool cached = false;         // nothing was compiled or linked
  bool interrupted = false;    // Ctrl-C; internal_error says so, too
  std::string internal_error;  // no fault of the source: what, where, what to do
};

/// The programs, folders and flags a build uses; the defaults come from warpup_config.h.
struct Toolchain {
  std::filesystem::path cxx, cu2cpp, nvcc;  // nvcc is empty where there is none
  std::filesystem::path cpu_include, cpu_library, lesson_library_cpu;
  std::filesystem::path source_root;  // holds common/
  std::filesystem::path cache_root;   // objects and programs
  std::vector<std::string> common_flags, fast_flags, check_flags, cuda_flags;
  std::string version;
  std::uintmax_t cache_bytes = std::uintmax_t{1} << 30;
  double step_seconds = 300;  // limit of one compiler run
};

/// The toolchain this program was configured with; the cache is `.warpup/cache` of the source root,
/// or the user's own where that can't be written.
Toolchain configured_toolchain();

/// Builds `request`. Never throws for what a source, a compiler or a disk does: a source that does
/// not compile gives messages, a machine that can't compile gives internal_error.
BuildResult build_program(const BuildRequest& request);
BuildResult build_program(const BuildRequest& request, const Toolchain& toolchain);

}  // namespace warpup
