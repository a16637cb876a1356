// What became of each of several lessons or exercises.
#pragma once

#include <string>
#include <vector>

#include "outcome.h"

namespace warpup {

class Session;

/// Collects outcomes, and shows them in the end if there are several.
class Overview {
 public:
  void add(const std::string& name, JudgedOutcome outcome);
  /// A line each, on standard output; nothing for a single one, or under --json.
  void print(const Session& session) const;
  /// Of the worst outcome.
  int exit_code() const { return outcome_exit_code(worst_); }

 private:
  struct Row {
    std::string name;
    JudgedOutcome outcome;
  };
  std::vector<Row> rows_;
  JudgedOutcome worst_ = JudgedOutcome::kSkipped;
};

}  // namespace warpup
