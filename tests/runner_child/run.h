// Runs the misbehaving child and keeps what it said.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "child.h"

namespace warpup::testing {

struct Run {
  ChildResult result;
  std::string out, err;
  std::vector<std::string> events;
};

using Change = std::function<void(ChildRequest&)>;

/// Runs the child with `arguments`; `change` has the last word on the request.
Run run_misbehaving(std::vector<std::string> arguments, const Change& change = {});

/// Sets a time limit.
Change limit_seconds(double seconds);

bool process_exists(int pid);

/// "escaped 123" -> 123
int escaped_pid(const std::string& out);

}  // namespace warpup::testing
