#include "function.h"

#include <map>
#include <mutex>
#include <string>

#include "api.h"
#include "cuda_runtime_api.h"
#include "device.h"
#include "occupancy.h"

namespace warpup::runtime {

int set_function_attribute(KernelInfo& info, int attribute, int value) {
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0 || value + info.static_shared > kMaxDynamicShared) {
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

void describe_function(const KernelInfo& info, cudaFuncAttributes* out) {
  *out = {};
  out->sharedSizeBytes = info.static_shared;
  out->maxThreadsPerBlock = max_threads(info);
  out->numRegs = kRegisters;
  out->ptxVersion = out->binaryVersion = 90;
  out->maxDynamicSharedSizeBytes = static_cast<int>(max_dynamic_shared(info));
  out->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
}

const char* lasting_name(const KernelInfo& info) {
  static std::mutex mutex;
  static auto* names = new std::map<const KernelInfo*, std::string>;
  const std::lock_guard<std::mutex> lock(mutex);
  std::string& name = (*names)[&info];
  if (name.empty()) name = kernel_name(info);
  return name.c_str();
}

}  // namespace warpup::runtime

using namespace warpup::runtime;
using warpup::find_kernel;
using warpup::KernelInfo;

namespace {

int enter_function(const ApiCall& call, const void* function, KernelInfo** out) {
  if (int error = call.enter()) return error;
  *out = find_kernel(function);
  return *out ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return call.end(error);
  if (!attr) return call.end(cudaErrorInvalidValue);
  describe_function(*info, attr);
  return call.end(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return call.end(error);
  return call.end(set_function_attribute(*info, attr, value));
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return call.end(error);
  const bool known = cacheConfig >= 0 && cacheConfig <= cudaFuncCachePreferEqual;
  return call.end(known ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaFuncGetName(const char** name, const void* func) {
  WARPUP_API_CALL(call);
  KernelInfo* info = nullptr;
  if (int error = enter_function(call, func, &info)) return call.end(error);
  if (!name) return call.end(cudaErrorInvalidValue);
  *name = lasting_name(*info);
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
