// Managed memory. Host and device share it, so advice and prefetching only have to be checked.
#include <cstring>

#include "capture.h"
#include "context.h"
#include "copy.h"
#include "cuda_runtime_api.h"
#include "memory.h"
#include "stream.h"

using warpup::runtime::Allocation;
using warpup::runtime::allocations;
using warpup::runtime::ApiCall;
using warpup::runtime::MemoryKind;
using warpup::runtime::streams;

namespace {

bool known_location(cudaMemLocation location) {
  return location.type != cudaMemLocationTypeDevice || location.id == 0;
}

int check_managed(const void* p, size_t bytes) {
  Allocation allocation;
  const bool managed = allocations().find(p, &allocation) &&
                       allocation.kind == MemoryKind::kManaged &&
                       bytes <= allocation.bytes - (static_cast<const char*>(p) - allocation.base);
  return managed && bytes > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

int prefetch(const ApiCall& call, const void* p, size_t bytes, cudaMemLocation location,
             unsigned flags, cudaStream_t handle) {
  if (int error = call.enter()) return error;
  if (flags != 0) return cudaErrorInvalidValue;
  if (!known_location(location)) return cudaErrorInvalidDevice;
  if (int error = check_managed(p, bytes)) return error;
  auto* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  streams().submit(*stream, nullptr, call);
  return cudaSuccess;
}

int advise(const ApiCall& call, const void* p, size_t bytes, int advice, cudaMemLocation location) {
  if (int error = call.enter()) return error;
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) {
    return cudaErrorInvalidValue;
  }
  if (advice >= cudaMemAdviseSetPreferredLocation && !known_location(location)) {
    return cudaErrorInvalidValue;
  }
  return check_managed(p, bytes);
}

}  // namespace

extern "C" {

cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned flags) {
  WARPUP_API_CALL(call);
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) {
    return call.end(cudaErrorInvalidValue);
  }
  return call.end(allocate_kind(call, devPtr, size, MemoryKind::kManaged, flags));
}

cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(prefetch(call, devPtr, count, location, flags, stream));
}

cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  WARPUP_API_CALL(call);
  return call.end(advise(call, devPtr, count, advice, location));
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataSize, cudaMemRangeAttribute attribute,
                                     const void* devPtr, size_t count) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (!data || dataSize != sizeof(int)) return call.end(cudaErrorInvalidValue);
  if (int error = check_managed(devPtr, count)) return call.end(error);
  // Nothing is ever advised or moved here: no location, and not read-mostly.
  const bool location = attribute == cudaMemRangeAttributePreferredLocation ||
                        attribute == cudaMemRangeAttributeLastPrefetchLocation ||
                        attribute == cudaMemRangeAttributeAccessedBy;
  const int value = location ? cudaInvalidDeviceId : 0;
  std::memcpy(data, &value, sizeof value);
  return call.end(cudaSuccess);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t length,
                                     unsigned flags) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  const bool one =
      flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
  if (!one || !streams().resolve(stream)) return call.end(cudaErrorInvalidValue);
  return call.end(check_managed(devPtr, length ? length : 1));
}

}  // extern "C"
