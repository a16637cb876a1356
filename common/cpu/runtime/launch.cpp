#include "launch.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../checker/hooks.h"
#include "api.h"
#include "arguments.h"
#include "capture.h"
#include "context.h"
#include "kernel.h"
#include "launch_check.h"
#include "stream.h"
#include "warpup/collectives.h"

namespace warpup {
namespace runtime {
namespace {

// CUDA_LAUNCH_BLOCKING=1: each launch waits for its kernel.
bool launches_block() {
  static const bool blocking = [] {
    const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
    return value && std::strcmp(value, "1") == 0;
  }();
  return blocking;
}

}  // namespace

int launch_kernel(const ApiCall& call, KernelInfo& info, const LaunchConfig& config,
                  std::unique_ptr<BoundKernel> bound) {
  if (int error = call.enter_queue()) return error;
  Stream* stream = streams().resolve(static_cast<cudaStream_t>(config.stream));
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (int error = refuse_implicit_capture(*stream)) return error;
  if (int error = check_launch(info, config)) {
    invalidate_capture(*stream);
    check::launch_refused(info, config, error, call.name(), call.pc());
    return error;
  }
  const TaskPtr task = streams().submit(*stream, kernel_work(info, config, std::move(bound)), call);
  if (!task || !launches_block()) return cudaSuccess;
  streams().wait({task});
  return device_status();
}

}  // namespace runtime

int enqueue_kernel(KernelInfo& info, const LaunchConfig& config, std::unique_ptr<BoundKernel> bound,
                   const char* api) {
  const runtime::ApiCall call(api, config.call_site);
  return call.end(runtime::launch_kernel(call, info, config, std::move(bound)), true);
}

void launch_bound(KernelInfo* info, BoundKernel* bound) {
  std::unique_ptr<BoundKernel> kernel(bound);
  if (on_device()) {
    std::fprintf(stderr,
                 "warpup: %s launches a kernel from a kernel, which the cpu backend can't\n",
                 kernel_name(*info).c_str());
    warpup_trap();
  }
  LaunchConfig config;
  if (!take_configuration(&config)) {
    std::fprintf(stderr,
                 "warpup: the kernel %s was called like a function; launch it with "
                 "%s<<<blocks, threads>>>(...)\n",
                 kernel_name(*info).c_str(), kernel_name(*info).c_str());
    std::abort();
  }
  enqueue_kernel(*info, config, std::move(kernel), "kernel launch");
}

}  // namespace warpup
