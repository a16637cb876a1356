// Where the walk through a unit is: a stretch of declarations, or of code.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "kernel.h"
#include "unit.h"

namespace warpup::cu2cpp {

/// The names of a class's members, which hide what is outside of it.
struct ClassMembers {
  std::unordered_set<std::string_view> names;
  const ClassMembers* outer = nullptr;

  bool has(std::string_view name) const {
    constexpr int kDeepest = 64;  // classes in classes; a bound for hostile input
    const ClassMembers* members = this;
    for (int depth = 0; members != nullptr && depth < kDeepest; ++depth) {
      if (members->names.count(name) != 0) return true;
      members = members->outer;
    }
    return false;
  }
};

struct Scope {
  enum class Kind { kNamespace, kClass, kCode };

  Kind kind = Kind::kNamespace;
  Index at = 0;   // the next token
  Index end = 0;  // behind the last one
  Context context = Context::kHost;
  const KernelText* kernel = nullptr;  // nullptr outside of kernels
  int function_depth = 0;
  const ClassMembers* members = nullptr;
  Index shared_end = kNone;       // of the __shared__ declaration that is being walked through
  std::vector<Index> parameters;  // names declared where the scope begins
  std::size_t namespaces = 0;     // how many names it added to the path
  std::size_t names_depth = 0;
};

}  // namespace warpup::cu2cpp
