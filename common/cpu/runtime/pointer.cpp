// What an address is: cudaPointerGetAttributes.
#include "copy.h"
#include "cuda_runtime_api.h"

using warpup::runtime::Allocation;
using warpup::runtime::MemoryKind;

extern "C" cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                                const void* ptr) {
  WARPUP_API_CALL(call);
  if (int error = call.enter_any()) return call.end(error);
  if (!attributes) return call.end(cudaErrorInvalidValue);
  *attributes = {};
  void* p = const_cast<void*>(ptr);
  Allocation allocation;
  if (!warpup::runtime::allocations().find(ptr, &allocation)) {
    attributes->type = cudaMemoryTypeUnregistered;
    attributes->device = cudaInvalidDeviceId;
    attributes->hostPointer = p;
    return call.end(cudaSuccess);
  }
  attributes->devicePointer = p;
  switch (allocation.kind) {
    case MemoryKind::kDevice:
      attributes->type = cudaMemoryTypeDevice;
      break;
    case MemoryKind::kManaged:
      attributes->type = cudaMemoryTypeManaged;
      attributes->hostPointer = p;
      break;
    default:
      attributes->type = cudaMemoryTypeHost;
      attributes->hostPointer = p;
      break;
  }
  return call.end(cudaSuccess);
}
