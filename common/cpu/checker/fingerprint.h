// A number for everything that a program brought back from the device. Two runs that differ in
// nothing but what uninitialised local variables hold must agree on it.
#pragma once

#include <cstddef>

namespace warpup::check {

/// These bytes reach the host. The order of calls does not matter.
void add_to_fingerprint(const void* bytes, size_t count);
/// Writes {"event":"fingerprint","value":"..."} if WARPUP_FINGERPRINT=1 and WARPUP_EVENT_FD are
/// set.
void write_fingerprint();

}  // namespace warpup::check
