// One source becomes one object.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build.h"
#include "build_cache.h"

namespace warpup {

struct CompiledObject {
  bool ok = false;
  bool cached = false;
  std::filesystem::path object;  // set when ok
  std::string key;               // names its content
  std::string log;               // what the tools printed, also when it comes from the cache
  std::vector<std::filesystem::path> inputs;  // the source and every header it read
};

/// What is the same for all sources of a build. The toolchain's cuda_flags are resolved.
struct CompileContext {
  const BuildRequest& request;
  const Toolchain& toolchain;
  BuildCache& cache;
};

/// Compiles `source` unless the cache has its object. `number` tells the sources of a build apart.
/// Throws BuildFault where the machine can't compile. Several threads may compile at once.
CompiledObject compile_object(const CompileContext& context, const std::filesystem::path& source,
                              int number);

/// True for a flag that only the linker takes: -lfoo, -Lfolder, -Wl,...
bool is_link_flag(const std::string& flag);

}  // namespace warpup
