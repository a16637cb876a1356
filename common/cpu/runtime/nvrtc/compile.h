// From the text of an NVRTC program to a shared object with its kernels.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "options.h"

namespace warpup::nvrtc {

struct Header {
  std::string name;  // as an #include writes it
  std::string text;
};

struct Source {
  std::string text;
  std::string name;  // what messages call it
  std::vector<Header> headers;
  std::vector<std::string> name_expressions;
};

struct Compiled {
  bool ok = false;
  std::string log;
  std::string object;                          // path of the shared object
  std::map<std::string, std::string> lowered;  // name expression, name in the object
};

/// Compiles for plain execution, or as the checker needs it where it is at work. A wrong program is
/// ok = false and a log; throws std::exception where this machine can't compile.
Compiled compile(const Source& source, const CompileOptions& options);

}  // namespace warpup::nvrtc
