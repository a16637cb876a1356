// Counts what kernels do to memory, on the cpu backend's check build.
#pragma once

#include <stdint.h>

struct WarpupProfileTotals {
  uint64_t requests;         // of warps to global memory (loads, stores and atomics)
  uint64_t sectors;          // of 32 bytes that they touched
  uint64_t ideal_sectors;    // that they would have touched with their bytes side by side
  uint64_t shared_requests;  // of warps to shared memory
  uint64_t bank_conflicts;   // passes beyond the fewest possible
  uint64_t barriers;         // block barriers completed
  uint64_t atomics;          // of single threads
  uint64_t active_lanes;     // over all requests, global and shared
};

extern "C" {
/// Counts everything from here on; zero is returned by _end() in the fast build.
void warpup_profile_begin();
/// Stops counting (kernels under way must have been waited for) and adds up.
void warpup_profile_end(struct WarpupProfileTotals* totals);
}
