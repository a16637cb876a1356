// How many blocks of a kernel a multiprocessor holds, by the H200's limits.
#pragma once

#include <cstddef>

#include "../exec/exec.h"

namespace warpup::runtime {

/// Registers aren't known on a CPU: a kernel counts as using as many as full occupancy allows.
inline constexpr int kRegisters = 32;

/// Threads a block may have: __launch_bounds__ or the device's limit.
int max_threads(const KernelInfo& info);
/// Bytes of dynamic shared memory that a launch may ask for.
std::size_t max_dynamic_shared(const KernelInfo& info);
int resident_blocks(const KernelInfo& info, int threads, std::size_t dynamic_shared);

}  // namespace warpup::runtime
