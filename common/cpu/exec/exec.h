// Runs a grid on the CPU. Blocks run on a pool of OS threads; a block's CUDA threads run one after
// another as plain calls and become fibers at their first collective.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "warpup/launch.h"

namespace warpup::check {
struct Op;
}

namespace warpup {

/// What `<<<grid, block, dynamic_shared, stream>>>` said, and where.
struct LaunchConfig {
  dim3 grid, block;
  size_t dynamic_shared = 0;  // bytes
  void* stream = nullptr;     // cudaStream_t
  bool cooperative = false;
  const void* call_site = nullptr;  // return address of configure() or of the API call
};

/// The kernel that the host function names, or null.
KernelInfo* find_kernel(const void* host_function);

/// "scale<float>" for people, from KernelInfo::pretty_name.
std::string kernel_name(const KernelInfo& info);

/// The innermost configuration set by configure() on this OS thread and not used yet; false: none.
bool take_configuration(LaunchConfig* out);

/// Runs the grid to its end on the calling thread and the pool. Returns a cudaError_t: 0, or the
/// asynchronous error of the kernel (700 illegal address, 710 assert, 716 misaligned, 719 trap).
/// The configuration must have been validated. `op` is the checker's record of this launch (may be
/// null).
int run_grid(const KernelInfo& info, const LaunchConfig& config, const BoundKernel& bound,
             check::Op* op);

/// All `__shared__` variables of the program and its modules.
std::vector<SharedVariable*> shared_variables();
size_t shared_variable_count();

/// Text that kernels printed and nobody has shown yet: written to stdout. The runtime calls it at
/// every synchronisation, and never at exit (as on a GPU).
void flush_device_printf();

constexpr size_t kMaxDynamicShared = 232448;  // bytes a block, opt-in (H200)

}  // namespace warpup
