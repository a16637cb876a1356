// cudaLaunchKernel and its relatives: launches with arguments given by address.
#include <csignal>

#include "../checker/hooks.h"
#include "api.h"
#include "arena.h"
#include "arguments.h"
#include "context.h"
#include "cuda_runtime_api.h"
#include "launch.h"

using namespace warpup::runtime;
using warpup::find_kernel;
using warpup::KernelInfo;
using warpup::LaunchConfig;

namespace warpup::runtime {
namespace {

// Host code that reads device memory dies of it on a GPU.
void read_host(const void* p, std::size_t bytes, const char* api, const void* pc) {
  const bool host = check::api_reads_host(p, bytes, api, pc);
  if (!host || kDeviceRange.contains(p)) std::raise(SIGSEGV);
}

}  // namespace

std::unique_ptr<BoundKernel> bind_arguments(const KernelInfo& info, void** arguments,
                                            const char* api, const void* pc) {
  if (info.parameter_count > 0) {
    read_host(arguments, static_cast<std::size_t>(info.parameter_count) * sizeof(void*), api, pc);
  }
  for (int i = 0; i < info.parameter_count; ++i) {
    read_host(arguments[i], info.parameter_sizes[i], api, pc);
  }
  return std::unique_ptr<BoundKernel>(info.bind(arguments));
}

}  // namespace warpup::runtime

namespace {

cudaError_t launch(const ApiCall& call, const void* function, LaunchConfig config,
                   void** arguments) {
  if (int error = call.enter_queue()) return call.end(error, true);
  if (!function) return call.end(cudaErrorInvalidDeviceFunction, true);
  KernelInfo* info = find_kernel(function);
  if (!info) return call.end(cudaErrorInvalidResourceHandle, true);
  if (info->parameter_count > 0 && !arguments) return call.end(cudaErrorInvalidValue, true);
  config.call_site = call.pc();
  auto bound = bind_arguments(*info, arguments, call.name(), call.pc());
  return static_cast<cudaError_t>(
      warpup::enqueue_kernel(*info, config, std::move(bound), call.name()));
}

}  // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                             size_t sharedMem, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  LaunchConfig config;
  config.grid = gridDim;
  config.block = blockDim;
  config.dynamic_shared = sharedMem;
  config.stream = stream;
  return launch(call, func, config, args);
}

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                        size_t sharedMem, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  LaunchConfig config;
  config.grid = gridDim;
  config.block = blockDim;
  config.dynamic_shared = sharedMem;
  config.stream = stream;
  config.cooperative = true;
  return launch(call, func, config, args);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* given, const void* func, void** args) {
  WARPUP_API_CALL(call);
  if (!given || (given->numAttrs && !given->attrs)) return call.end(cudaErrorInvalidValue, true);
  LaunchConfig config;
  config.grid = given->gridDim;
  config.block = given->blockDim;
  config.dynamic_shared = given->dynamicSmemBytes;
  config.stream = given->stream;
  for (unsigned i = 0; i < given->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = given->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) {
      config.cooperative = attribute.val.cooperative != 0;
    } else if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto& cluster = attribute.val.clusterDim;
      if (cluster.x == 0 || cluster.y == 0 || cluster.z == 0 || config.grid.x % cluster.x != 0 ||
          config.grid.y % cluster.y != 0 || config.grid.z % cluster.z != 0) {
        return call.end(cudaErrorInvalidClusterSize, true);
      }
      // Clusters need a GPU: blocks here don't share their memory.
      if (cluster.x * cluster.y * cluster.z != 1) return call.end(cudaErrorNotSupported, true);
    }
  }
  return launch(call, func, config, args);
}

}  // extern "C"
