// A failure that ends a command and that its user can act on.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "exit_code.h"

namespace warpup {

/// What happened, the exit code that says so, and the next command to type.
class Failure : public std::runtime_error {
 public:
  Failure(int exit_code, const std::string& what, std::string next)
      : std::runtime_error(what), exit_code_(exit_code), next_(std::move(next)) {}

  static Failure usage(const std::string& what, std::string next) {
    return {kExitUsage, what, std::move(next)};
  }
  static Failure internal(const std::string& what, std::string next) {
    return {kExitInternal, what, std::move(next)};
  }

  int exit_code() const { return exit_code_; }
  const std::string& next() const { return next_; }

 private:
  int exit_code_;
  std::string next_;
};

}  // namespace warpup
