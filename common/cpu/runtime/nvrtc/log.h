// The compile log: what g++ said, in the form in which NVRTC says it.
#pragma once

#include <string>
#include <vector>

namespace warpup::nvrtc {

/// A file as the compiler knows it and as the program does.
struct NamedFile {
  std::string path;
  std::string name;
  std::string text;
};

/// `name(line): error: message`, with the line itself and a mark below it, then the number of
/// errors. `program` is what the program is called.
std::string compile_log(const std::string& output, const std::vector<NamedFile>& files,
                        const std::string& program);

/// The log of an #include that names no file.
std::string missing_include_log(const NamedFile& file, int line, const std::string& header,
                                const std::string& program, bool has_paths);

}  // namespace warpup::nvrtc
