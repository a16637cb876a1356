// Starting the driver, and devices.
#include <cstdio>
#include <cstring>

#include "device.h"
#include "driver.h"

using namespace warpup::runtime;

namespace {

int enter_device(CUdevice device) {
  if (int error = enter_started()) return error;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

}  // namespace

extern "C" {

CUresult cuInit(unsigned Flags) {
  WARPUP_DRIVER_CALL(call);
  if (Flags != 0) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  start_driver();
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDriverGetVersion(int* driverVersion) {
  WARPUP_DRIVER_CALL(call);
  if (!driverVersion) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *driverVersion = kVersion;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_device(ordinal)) return driver_end(call, error);
  if (!device) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *device = 0;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDeviceGetCount(int* count) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_started()) return driver_end(call, error);
  if (!count) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *count = 1;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDeviceGetName(char* name, int len, CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_device(dev)) return driver_end(call, error);
  if (!name || len <= 0) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  std::snprintf(name, static_cast<size_t>(len), "%s", device_properties().name);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_device(dev)) return driver_end(call, error);
  if (!uuid) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  std::memcpy(uuid->bytes, device_properties().uuid.bytes, sizeof uuid->bytes);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_device(dev)) return driver_end(call, error);
  if (!bytes) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *bytes = device_properties().totalGlobalMem;
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_device(dev)) return driver_end(call, error);
  const bool known = pi && device_attribute(attrib, pi);
  return driver_end(call, known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_device(dev)) return driver_end(call, error);
  if (!pciBusId || len < 13) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  std::snprintf(pciBusId, static_cast<size_t>(len), "%s", kPciBusId);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
  WARPUP_DRIVER_CALL(call);
  if (int error = enter_device(dev)) return driver_end(call, error);
  if (int error = enter_device(peerDev)) return driver_end(call, error);
  if (!canAccessPeer) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *canAccessPeer = 0;
  return driver_end(call, CUDA_SUCCESS);
}

}  // extern "C"
