// Functions and launches by the driver API. A CUfunction is a kernel's KernelInfo, wherever it came
// from: cudaGetFuncBySymbol here, a module elsewhere.
#include <algorithm>
#include <vector>

#include "arguments.h"
#include "device.h"
#include "driver.h"
#include "function.h"
#include "launch.h"
#include "module.h"
#include "occupancy.h"

using namespace warpup::runtime;
using warpup::KernelInfo;
using warpup::LaunchConfig;

namespace {

int enter_function(const ApiCall& call, CUfunction function, KernelInfo** out) {
  if (int error = call.enter()) return error;
  *out = reinterpret_cast<KernelInfo*>(function);
  return function && !is_unloaded(*out) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/// `extra`: the arguments packed in one buffer, each at the next multiple of its alignment.
class PackedArguments {
 public:
  /// An error code.
  int read(void** extra) {
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
      if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) {
        buffer_ = static_cast<char*>(extra[1]);
      } else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) {
        if (!extra[1]) return CUDA_ERROR_INVALID_VALUE;
        bytes_ = *static_cast<std::size_t*>(extra[1]);
      } else {
        return CUDA_ERROR_INVALID_VALUE;
      }
    }
    return CUDA_SUCCESS;
  }

  /// Where each argument of the kernel lies; an error code if they aren't all in the buffer.
  int unpack(const KernelInfo& info) {
    std::size_t at = 0;
    for (int i = 0; i < info.parameter_count; ++i) {
      const std::size_t alignment = info.parameter_alignments[i];
      at = (at + alignment - 1) / alignment * alignment;
      if (!buffer_ || at + info.parameter_sizes[i] > bytes_) return CUDA_ERROR_INVALID_VALUE;
      pointers_.push_back(buffer_ + at);
      at += info.parameter_sizes[i];
    }
    return CUDA_SUCCESS;
  }

  void** pointers() { return pointers_.data(); }

 private:
  char* buffer_ = nullptr;
  std::size_t bytes_ = 0;
  std::vector<void*> pointers_;
};

int give_attribute(const KernelInfo& info, CUfunction_attribute attribute, int* out) {
  cudaFuncAttributes all;
  describe_function(info, &all);
  const int values[] = {all.maxThreadsPerBlock,
                        static_cast<int>(all.sharedSizeBytes),
                        static_cast<int>(all.constSizeBytes),
                        static_cast<int>(all.localSizeBytes),
                        all.numRegs,
                        all.ptxVersion,
                        all.binaryVersion,
                        all.cacheModeCA,
                        all.maxDynamicSharedSizeBytes,
                        all.preferredShmemCarveout,
                        all.clusterDimMustBeSet,
                        all.requiredClusterWidth,
                        all.requiredClusterHeight,
                        all.requiredClusterDepth,
                        all.nonPortableClusterSizeAllowed,
                        all.clusterSchedulingPolicyPreference};
  if (!out || attribute < 0 || attribute >= CU_FUNC_ATTRIBUTE_MAX) return CUDA_ERROR_INVALID_VALUE;
  *out = values[attribute];
  return CUDA_SUCCESS;
}

CUresult launch(const ApiCall& call, CUfunction function, const LaunchConfig& config,
                void** arguments, void** extra) {
  if (int error = call.enter_queue()) return driver_end(call, error, true);
  auto* info = reinterpret_cast<KernelInfo*>(function);
  // Nothing is wrong with the configuration.
  if (!info || is_unloaded(info)) return driver_end(call, CUDA_ERROR_INVALID_HANDLE);
  PackedArguments packed;
  if (extra) {
    if (arguments) return driver_end(call, CUDA_ERROR_INVALID_VALUE, true);
    if (int error = packed.read(extra)) return driver_end(call, error, true);
    if (int error = packed.unpack(*info)) return driver_end(call, error, true);
    arguments = packed.pointers();
  }
  if (info->parameter_count > 0 && !arguments) {
    return driver_end(call, CUDA_ERROR_INVALID_VALUE, true);
  }
  auto bound = bind_arguments(*info, arguments, call.name(), call.pc());
  return driver_end(call, launch_kernel(call, *info, config, std::move(bound)), true);
}

int threads_limit(const KernelInfo& info, int limit) {
  const int most = max_threads(info);
  return limit > 0 ? std::min(limit, most) : most;
}

}  // namespace

extern "C" {

CUresult cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
  WARPUP_DRIVER_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, hfunc, &info)) return driver_end(call, error);
  return driver_end(call, give_attribute(*info, attrib, pi));
}

CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
  WARPUP_DRIVER_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, hfunc, &info)) return driver_end(call, error);
  return driver_end(call, set_function_attribute(*info, attrib, value));
}

CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache) {
  WARPUP_DRIVER_CALL(call);
  KernelInfo* info = nullptr;
  return driver_end(call, enter_function(call, hfunc, &info));
}

CUresult cuFuncGetName(const char** name, CUfunction hfunc) {
  WARPUP_DRIVER_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, hfunc, &info)) return driver_end(call, error);
  if (!name) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *name = driver_name(*info);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuLaunchKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ,
                        unsigned blockDimX, unsigned blockDimY, unsigned blockDimZ,
                        unsigned sharedMemBytes, CUstream hStream, void** kernelParams,
                        void** extra) {
  WARPUP_DRIVER_CALL(call);
  LaunchConfig config;
  config.grid = dim3(gridDimX, gridDimY, gridDimZ);
  config.block = dim3(blockDimX, blockDimY, blockDimZ);
  config.dynamic_shared = sharedMemBytes;
  config.stream = hStream;
  config.call_site = call.pc();
  return launch(call, f, config, kernelParams, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY,
                                   unsigned gridDimZ, unsigned blockDimX, unsigned blockDimY,
                                   unsigned blockDimZ, unsigned sharedMemBytes, CUstream hStream,
                                   void** kernelParams) {
  WARPUP_DRIVER_CALL(call);
  LaunchConfig config;
  config.grid = dim3(gridDimX, gridDimY, gridDimZ);
  config.block = dim3(blockDimX, blockDimY, blockDimZ);
  config.dynamic_shared = sharedMemBytes;
  config.stream = hStream;
  config.cooperative = true;
  config.call_site = call.pc();
  return launch(call, f, config, kernelParams, nullptr);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize) {
  WARPUP_DRIVER_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return driver_end(call, error);
  if (!numBlocks || blockSize <= 0) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *numBlocks = resident_blocks(*info, blockSize, dynamicSMemSize);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                          size_t dynamicSMemSize, int blockSizeLimit) {
  WARPUP_DRIVER_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return driver_end(call, error);
  if (!minGridSize || !blockSize) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  const int limit = threads_limit(*info, blockSizeLimit);
  int best = 0;
  for (int aligned = (limit + kWarp - 1) / kWarp * kWarp;
       aligned > 0 && best < kThreadsPerMultiprocessor; aligned -= kWarp) {
    const int threads = std::min(aligned, limit);
    const size_t shared =
        blockSizeToDynamicSMemSize ? blockSizeToDynamicSMemSize(threads) : dynamicSMemSize;
    const int blocks = resident_blocks(*info, threads, shared);
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *blockSize = threads;
    *minGridSize = blocks * kMultiprocessors;
  }
  return driver_end(call, best ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
}

}  // extern "C"
