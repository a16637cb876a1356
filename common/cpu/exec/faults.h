// What happens when device code faults, and when device functions are called on the host.
#pragma once

namespace warpup {

/// Handlers for SIGSEGV, SIGBUS, SIGFPE, SIGILL (once a process) and an alternate stack (once an OS
/// thread).
void install_fault_handlers();

/// A device-only function was called by host code: says so and aborts.
[[noreturn]] void stop_host_call(const char* what);

}  // namespace warpup
