// Versions, choosing and synchronising the device, its limits and flags.
#include "device.h"

#include <atomic>
#include <cstdio>
#include <cstring>

#include "api.h"
#include "context.h"
#include "cuda_profiler_api.h"
#include "cuda_runtime_api.h"
#include "limits.h"

using namespace warpup::runtime;

namespace {

constexpr unsigned kDeviceFlags =
    cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;
std::atomic<unsigned> device_flags{cudaDeviceMapHost};
int check_device(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

// Calls about devices start the driver, but no context, and a failed device doesn't matter to them.
int enter_query() {
  start_driver();
  return cudaSuccess;
}

int enter_choice() {
  if (host_thread().in_host_function) return cudaErrorNotPermitted;
  return enter_query();
}

int set_device(int device) {
  if (int error = enter_choice()) return error;
  if (int error = check_device(device)) return error;
  host_thread().device = device;
  return enter_runtime(Entry::kAny);
}

}  // namespace

extern "C" {

cudaError_t cudaDriverGetVersion(int* driverVersion) {
  WARPUP_API_CALL(call);
  if (!driverVersion) return call.end(cudaErrorInvalidValue);
  *driverVersion = kVersion;
  return call.end(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) {
  WARPUP_API_CALL(call);
  if (!runtimeVersion) return call.end(cudaErrorInvalidValue);
  *runtimeVersion = kVersion;
  return call.end(cudaSuccess);
}

cudaError_t cudaGetDeviceCount(int* count) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (!count) return call.end(cudaErrorInvalidValue);
  *count = 1;
  return call.end(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (!prop) return call.end(cudaErrorInvalidValue);
  if (int error = check_device(device)) return call.end(error);
  *prop = device_properties();
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (int error = check_device(device)) return call.end(error);
  if (!value || !device_attribute(attr, value)) return call.end(cudaErrorInvalidValue);
  return call.end(cudaSuccess);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (!device || !prop) return call.end(cudaErrorInvalidValue);
  *device = 0;
  return call.end(cudaSuccess);
}

cudaError_t cudaInitDevice(int device, unsigned deviceFlags, unsigned flags) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (int error = check_device(device)) return call.end(error);
  if (flags & cudaInitDeviceFlagsAreValid) {
    if (deviceFlags & ~kDeviceFlags) return call.end(cudaErrorInvalidValue);
    device_flags = deviceFlags;
  }
  return call.end(activate_primary());
}

cudaError_t cudaSetDevice(int device) {
  WARPUP_API_CALL(call);
  return call.end(set_device(device));
}

cudaError_t cudaGetDevice(int* device) {
  WARPUP_API_CALL(call);
  if (int error = enter_choice()) return call.end(error);
  if (!device) return call.end(cudaErrorInvalidValue);
  *device = host_thread().device;
  return call.end(cudaSuccess);
}

cudaError_t cudaSetValidDevices(int* device_arr, int len) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (len < 0 || len > 1 || (len && !device_arr)) return call.end(cudaErrorInvalidValue);
  return call.end(len ? check_device(device_arr[0]) : static_cast<int>(cudaSuccess));
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (flags & ~kDeviceFlags) return call.end(cudaErrorInvalidValue);
  device_flags = flags | cudaDeviceMapHost;
  return call.end(cudaSuccess);
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (!flags) return call.end(cudaErrorInvalidValue);
  *flags = device_flags;
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceReset() {
  WARPUP_API_CALL(call);
  if (int error = enter_choice()) return call.end(error);
  reset_device(call);
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(set_limit(limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t* pValue, cudaLimit limit) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(get_limit(limit, pValue));
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (!pCacheConfig) return call.end(cudaErrorInvalidValue);
  *pCacheConfig = static_cast<cudaFuncCache>(cache_config().load());
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  cache_config() = cacheConfig;
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (int error = check_device(device)) return call.end(error);
  if (!pciBusId || len < 13) return call.end(cudaErrorInvalidValue);
  std::snprintf(pciBusId, static_cast<size_t>(len), "%s", kPciBusId);
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (!device || !pciBusId) return call.end(cudaErrorInvalidValue);
  if (std::strcmp(pciBusId, kPciBusId) != 0) return call.end(cudaErrorInvalidValue);
  *device = 0;
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int, int) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (!value) return call.end(cudaErrorInvalidValue);
  return call.end(cudaErrorInvalidDevice);  // there is no second device
}

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  WARPUP_API_CALL(call);
  if (int error = enter_query()) return call.end(error);
  if (!canAccessPeer) return call.end(cudaErrorInvalidValue);
  if (device != 0 || peerDevice != 0) return call.end(cudaErrorInvalidDevice);
  *canAccessPeer = 0;
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(peerDevice == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(peerDevice == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

cudaError_t cudaProfilerStart() {
  WARPUP_API_CALL(call);
  return call.end(call.enter());
}

cudaError_t cudaProfilerStop() {
  WARPUP_API_CALL(call);
  return call.end(call.enter());
}

}  // extern "C"
