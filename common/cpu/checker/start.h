// Switches the checker on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../runtime/arena.h"

namespace warpup::check {

/// Called by the constructors of check-built code, before main; the first call makes the tables.
void start();

/// From the device range to the end of the managed range: where host code's accesses matter.
constexpr size_t kApiSpan =
    runtime::kManagedRange.base + runtime::kManagedRange.bytes - runtime::kDeviceRange.base;

}  // namespace warpup::check
