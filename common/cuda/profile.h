// What the checker of the cpu backend counts while kernels run: requests, sectors, bank conflicts,
// barriers, atomics. A GPU does not count for a program; there, and in the fast build, `counted` is
// false.
//
//   gpu::ProfileScope scope;
//   reduce(d_in, n, d_out);
//   const gpu::Counts counts = scope.stop();
#pragma once

#include <cstdint>

#include "cuda/check.h"

#if __has_include(<warpup/profile.h>)  // on the cpu backend's include path alone
#include <warpup/profile.h>
#define WARPUP_COUNTS 1
#endif

namespace gpu {

struct Counts {
  bool counted = false;
  uint64_t requests = 0;         // global memory: one a warp and instruction
  uint64_t sectors = 0;          // of 32 bytes, that these requests touched
  uint64_t ideal_sectors = 0;    // that they would touch if their lanes' bytes lay side by side
  uint64_t shared_requests = 0;  // shared memory: one a warp and instruction
  uint64_t bank_conflicts = 0;   // passes beyond the first that these requests needed
  uint64_t barriers = 0;         // arrivals of a block at __syncthreads
  uint64_t atomics = 0;          // read-modify-writes of a thread
  uint64_t active_lanes = 0;     // lanes that took part, over all requests

  /// Lanes of 32 that an average memory request kept busy.
  double lanes_per_request() const {
    const uint64_t all = requests + shared_requests;
    return all > 0 ? static_cast<double>(active_lanes) / static_cast<double>(all) : 0;
  }
};

class ProfileScope {
 public:
  ProfileScope() { begin(); }
  ~ProfileScope() {
    if (running_) stop();
  }
  ProfileScope(const ProfileScope&) = delete;
  ProfileScope& operator=(const ProfileScope&) = delete;

  /// Waits for the device, ends the counting and returns what was counted since the start.
  Counts stop() {
    CUDA_CHECK_NOTHROW(cudaDeviceSynchronize());
    running_ = false;
    return end();
  }

 private:
#ifdef WARPUP_COUNTS
  static void begin() { warpup_profile_begin(); }
  static Counts end() {
    WarpupProfileTotals totals = {};
    warpup_profile_end(&totals);
    Counts counts;
    counts.counted = totals.requests + totals.shared_requests + totals.atomics > 0;
    counts.requests = totals.requests;
    counts.sectors = totals.sectors;
    counts.ideal_sectors = totals.ideal_sectors;
    counts.shared_requests = totals.shared_requests;
    counts.bank_conflicts = totals.bank_conflicts;
    counts.barriers = totals.barriers;
    counts.atomics = totals.atomics;
    counts.active_lanes = totals.active_lanes;
    return counts;
  }
#else
  static void begin() {}
  static Counts end() { return {}; }
#endif
  bool running_ = true;
};

}  // namespace gpu
