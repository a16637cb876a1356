// NVRTC knows no host headers: an #include has to name one that the program gave, or one on an
// include path.
#pragma once

#include <string>
#include <vector>

namespace warpup::nvrtc {

struct MissingInclude {
  std::string file;  // that includes
  int line = 0;      // 0: nothing is missing
  std::string name;  // of what isn't there
};

/// Takes the #include lines, which g++ -E -dI leaves in, out of `text` (line numbers stay) and
/// finds the first one of a file in `own_folders` that names no file in `folders`.
MissingInclude take_includes(std::string* text, const std::vector<std::string>& own_folders,
                             const std::vector<std::string>& folders);

}  // namespace warpup::nvrtc
