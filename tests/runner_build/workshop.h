// A folder with sources and a stand-in toolchain: the real g++, a cu2cpp that copies its input, and
// libraries with nothing in them.
#pragma once

#include <filesystem>
#include <string>

#include "build.h"

namespace warpup::testing {

class Workshop {
 public:
  Workshop();
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  const std::filesystem::path& root() const { return root_; }
  /// Writes a file that seems to be a minute old, as a source that is not being edited is.
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  /// Writes an executable file.
  std::filesystem::path script(const std::string& name, const std::string& text) const;

  /// The request to build the file `name` with `text`.
  BuildRequest request(const std::string& name, const std::string& text) const;
  BuildResult build(const BuildRequest& request) const { return build_program(request, toolchain); }
  BuildResult build(const std::string& name, const std::string& text) const {
    return build(request(name, text));
  }

  Toolchain toolchain;

 private:
  void make_libraries() const;

  std::filesystem::path root_;
};

/// What `program` prints, followed by its exit code: "hello 0".
std::string output_of(const std::filesystem::path& program);

/// "a.cu:3:5 error text" a message, each on its line.
std::string listing(const std::vector<CompilerMessage>& messages);

}  // namespace warpup::testing
