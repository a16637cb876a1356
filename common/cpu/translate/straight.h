// Straight kernels: a CUDA thread of such a one neither loops nor waits, and nothing that it calls
// looks at threadIdx. The fast build runs the threads of a block in one plain loop.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "declaration.h"
#include "source.h"

namespace warpup::cu2cpp {

/// Judges by tokens, and errs on the safe side: what it doesn't know is not straight.
class StraightCode {
 public:
  /// Looks at all device functions of the source.
  explicit StraightCode(const Source& source);

  bool is_straight(const Function& kernel) const;

 private:
  struct DeviceFunction {
    std::string_view name;  // empty: reached without being named (an operator, a constructor)
    std::vector<std::string_view> calls;
    bool straight = false;  // but for what it calls
  };

  void add_function(Index qualifier);
  void add_class(Index key);
  void settle();
  bool may_call(std::string_view name) const;
  bool may_call(const std::vector<std::string_view>& names) const;

  const Source& source_;
  std::vector<DeviceFunction> functions_;
  std::unordered_set<std::string_view> defined_;   // names of device functions
  std::unordered_set<std::string_view> straight_;  // those whose definitions all are
  bool hidden_ = false;  // what is reached without being named is not straight
};

}  // namespace warpup::cu2cpp
