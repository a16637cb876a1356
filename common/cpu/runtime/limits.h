// Limits of the device that a program may set. The CPU needs none of them: they are only
// remembered.
#pragma once

#include <atomic>
#include <cstddef>

namespace warpup::runtime {

/// `limit` is a cudaLimit or a CUlimit: they have the same numbers. Each returns an error code.
int set_limit(int limit, std::size_t value);
int get_limit(int limit, std::size_t* out);
/// The preferred split of L1 and shared memory.
std::atomic<int>& cache_config();

}  // namespace warpup::runtime
