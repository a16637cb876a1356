// __shared__ variables, static and dynamic.
#pragma once

#include <string>
#include <vector>

#include "names.h"
#include "symbols.h"
#include "unit.h"

namespace warpup::cu2cpp {

/// Parses the variables whose declaration begins at `begin`; reports what keeps it from being one.
/// `end` of the result is kNone if it failed.
Variables parse_variables(Unit& unit, Index begin, Index end);

/// Rewrites the block-scope declaration that has `__shared__` at `i` and names its variables.
/// `function` is the enclosing kernel's expression, or "nullptr". Returns the token behind the
/// declaration.
Index rewrite_shared(Unit& unit, Names& names, Index i, Index end, const std::string& function,
                     int function_depth);

/// Rewrites a namespace-scope declaration.
void rewrite_namespace_shared(Unit& unit, const Variables& variables);

}  // namespace warpup::cu2cpp
