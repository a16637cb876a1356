// Virtual calls of device code.
#pragma once

#include <cstdint>

namespace warpup::check {

/// Device code reads a table of constants at `a`: if it came there by the first word of an object
/// that a copy brought from the host, that is a virtual call of a host-built object; reports it.
void check_virtual_call(uintptr_t a, const void* pc);

}  // namespace warpup::check
