// What the translator tells about source it can't translate.
#pragma once

#include <string>
#include <vector>

namespace warpup::cu2cpp {

struct Diagnostic {
  std::string file;
  int line = 0;
  int column = 0;
  std::string message;

  /// As compilers write it: `file:line:column: error: message`.
  std::string to_string() const;
};

class Diagnostics {
 public:
  /// More errors than this help nobody; the translator stops there.
  static constexpr std::size_t kLimit = 20;

  void error(std::string file, int line, int column, std::string message);

  bool failed() const { return !errors_.empty(); }
  bool full() const { return errors_.size() >= kLimit; }
  const std::vector<Diagnostic>& errors() const { return errors_; }

 private:
  std::vector<Diagnostic> errors_;
};

}  // namespace warpup::cu2cpp
