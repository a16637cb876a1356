// Objects become a program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build_object.h"

namespace warpup {

struct LinkedProgram {
  bool ok = false;
  bool cached = false;
  std::filesystem::path program;  // set when ok
  std::string log;
};

/// Links `objects` with the libraries of the backend, unless the cache has the program. Throws
/// BuildFault where the machine can't link or a library of the project is missing.
LinkedProgram link_program(const CompileContext& context,
                           const std::vector<CompiledObject>& objects);

}  // namespace warpup
