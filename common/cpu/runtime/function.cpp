// What is known of a kernel and what can be set: cudaFunc*.
#include "api.h"
#include "cuda_runtime_api.h"
#include "device.h"
#include "occupancy.h"

using namespace warpup::runtime;
using warpup::find_kernel;
using warpup::KernelInfo;

namespace {

int enter_function(const ApiCall& call, const void* function, KernelInfo** out) {
  if (int error = call.enter()) return error;
  *out = find_kernel(function);
  return *out ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

int set_attribute(KernelInfo& info, cudaFuncAttribute attribute, int value) {
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0 || value + info.static_shared > warpup::kMaxDynamicShared) {
        return cudaErrorInvalidValue;
      }
      info.max_dynamic_shared = static_cast<size_t>(value);
      return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:  // a hint
      return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

void describe(const KernelInfo& info, cudaFuncAttributes* out) {
  *out = {};
  out->sharedSizeBytes = info.static_shared;
  out->maxThreadsPerBlock = max_threads(info);
  out->numRegs = kRegisters;
  out->ptxVersion = out->binaryVersion = 90;
  out->maxDynamicSharedSizeBytes = static_cast<int>(max_dynamic_shared(info));
  out->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return call.end(error);
  if (!attr) return call.end(cudaErrorInvalidValue);
  describe(*info, attr);
  return call.end(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return call.end(error);
  return call.end(set_attribute(*info, attr, value));
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  return call.end(enter_function(call, func, &info));
}

// The name lives as long as the program.
cudaError_t cudaFuncGetName(const char** name, const void* func) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return call.end(error);
  if (!name) return call.end(cudaErrorInvalidValue);
  *name = (new std::string(warpup::kernel_name(*info)))->c_str();
  return call.end(cudaSuccess);
}

/// The driver's handle of a kernel is its description.
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, symbolPtr, &info)) return call.end(error);
  if (!functionPtr) return call.end(cudaErrorInvalidValue);
  *functionPtr = reinterpret_cast<cudaFunction_t>(info);
  return call.end(cudaSuccess);
}

}  // extern "C"
