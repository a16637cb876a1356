// Managed memory. Host and device share it, so advice and prefetching only have to be checked.
#include <cstring>

#include "capture.h"
#include "context.h"
#include "copy.h"
#include "cuda_runtime_api.h"
#include "memory.h"
#include "stream.h"

using warpup::runtime::Advice;
using warpup::runtime::Allocation;
using warpup::runtime::allocations;
using warpup::runtime::ApiCall;
using warpup::runtime::MemoryKind;
using warpup::runtime::streams;

namespace {

int number_of(cudaMemLocation location) {
  return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

void remember(Advice& advice, int what, int where) {
  switch (what) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      advice.read_mostly = what == cudaMemAdviseSetReadMostly;
      break;
    case cudaMemAdviseSetPreferredLocation:
      advice.preferred = where;
      break;
    case cudaMemAdviseUnsetPreferredLocation:
      advice.preferred = cudaInvalidDeviceId;
      break;
    case cudaMemAdviseSetAccessedBy:
      advice.accessed_by = where;
      break;
    default:
      advice.accessed_by = cudaInvalidDeviceId;
  }
}

bool known_location(cudaMemLocation location) {
  return location.type != cudaMemLocationTypeDevice || location.id == 0;
}

// 0 and the allocation where it is managed and holds [p, p + bytes).
int check_managed(const void* p, size_t bytes, Allocation* out) {
  Allocation& allocation = *out;
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
  Allocation allocation;
  if (int error = check_managed(p, bytes, &allocation)) return error;
  auto* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  streams().submit(*stream, nullptr, call);
  allocation.advice->last_prefetch = number_of(location);
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
  Allocation allocation;
  if (int error = check_managed(p, bytes, &allocation)) return error;
  remember(*allocation.advice, advice, number_of(location));
  return cudaSuccess;
}

int attribute_of(const Advice& advice, cudaMemRangeAttribute attribute) {
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      return advice.read_mostly;
    case cudaMemRangeAttributePreferredLocation:
      return advice.preferred;
    case cudaMemRangeAttributeAccessedBy:
      return advice.accessed_by;
    default:
      return advice.last_prefetch;
  }
}

int range_attribute(const ApiCall& call, void* data, size_t bytes, cudaMemRangeAttribute attribute,
                    const void* p, size_t count) {
  if (int error = call.enter()) return error;
  const bool known = attribute >= cudaMemRangeAttributeReadMostly &&
                     attribute <= cudaMemRangeAttributeLastPrefetchLocation;
  if (!data || !known || bytes < sizeof(int) || bytes % sizeof(int) != 0) {
    return cudaErrorInvalidValue;
  }
  Allocation allocation;
  if (int error = check_managed(p, count, &allocation)) return error;
  const int value = attribute_of(*allocation.advice, attribute);
  std::memcpy(data, &value, sizeof value);
  return cudaSuccess;
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
  return call.end(range_attribute(call, data, dataSize, attribute, devPtr, count));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t length,
                                     unsigned flags) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  const bool one =
      flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
  if (!one || !streams().resolve(stream)) return call.end(cudaErrorInvalidValue);
  Allocation allocation;
  return call.end(check_managed(devPtr, length ? length : 1, &allocation));
}

}  // extern "C"
