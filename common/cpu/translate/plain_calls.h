// The library's functions and types that a straight kernel may call (straight.h).
#pragma once

#include <string_view>

namespace warpup::cu2cpp {

/// Casts, types, mathematics and other functions that compute a value from their arguments: none
/// waits, none depends on which thread calls it.
bool is_plain_call(std::string_view name);

}  // namespace warpup::cu2cpp
