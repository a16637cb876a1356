// Why a build can't go on that is no fault of the source.
#pragma once

#include <stdexcept>
#include <string>

namespace warpup {

/// what() says what happened, where, and what to do.
class BuildFault : public std::runtime_error {
 public:
  explicit BuildFault(const std::string& text, bool interrupted = false)
      : std::runtime_error(text), interrupted_(interrupted) {}
  bool interrupted() const { return interrupted_; }

 private:
  bool interrupted_;
};

}  // namespace warpup
