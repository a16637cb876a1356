// Clocks, waiting, and ending a kernel. clock() itself is the C library's name: cu2cpp renames it.
#pragma once

#include "warpup/collectives.h"
#include "warpup/device/inline.h"

WARPUP_DEVICE long long clock64() { return static_cast<long long>(warpup_clock()); }
WARPUP_DEVICE void __nanosleep(unsigned ns) { warpup_nanosleep(ns); }
[[noreturn]] WARPUP_DEVICE void __trap() { warpup_trap(); }
/// A breakpoint: without a debugger it ends the kernel, as on a GPU.
WARPUP_DEVICE void __brkpt() { warpup_trap(); }
WARPUP_DEVICE void __prof_trigger(int) {}

// What is assumed must not be evaluated as an argument: only a macro can do that.
#define __builtin_assume(CONDITION) ((CONDITION) ? (void)0 : __builtin_unreachable())
#define __assume(CONDITION) __builtin_assume(CONDITION)
