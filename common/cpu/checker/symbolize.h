// From a code address to file, line and function, inlined frames included.
#pragma once

#include <string>
#include <vector>

namespace warpup::report {

struct SourcePosition {
  std::string file;  // absolute where known, empty: not known
  int line = 0;
  std::string function;  // demangled
  bool known() const { return line > 0; }
};

/// The innermost frame at the return address `pc` that is in the learner's code, not in the headers
/// of the cpu backend or the system. Cached; thread-safe.
SourcePosition locate(const void* pc);

/// All frames at the return address, innermost first. Not cached.
std::vector<SourcePosition> frames_at(const void* pc);

/// Whether both return addresses belong to one source line.
bool same_source_line(const void* a, const void* b);

/// False for headers of the toolkit's stand-in, of this project's libraries and of the system.
bool is_learner_file(const std::string& file);

}  // namespace warpup::report
