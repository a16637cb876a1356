// Includes of this header make CUDA load all kernels at its start. By default it loads each at its
// first launch, which may wait for work that is under way: a program that holds a stream, or times
// one launch, would see that wait.
#pragma once

#include <cstdlib>

namespace gpu {

/// Set before main, and so before the first CUDA call. A value that the user has set stays.
inline const bool eager_loading = setenv("CUDA_MODULE_LOADING", "EAGER", 0) == 0;

}  // namespace gpu
