#include "memory.h"

#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "cuda_runtime_api.h"
#include "pool.h"

namespace warpup::runtime {
namespace {

check::Space space_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kManaged:
      return check::Space::kManaged;
    case MemoryKind::kPinned:
      return check::Space::kPinned;
    case MemoryKind::kRegistered:
      return check::Space::kRegistered;
    default:
      return check::Space::kDevice;
  }
}

}  // namespace

void tell_allocated(const ApiCall& call, const Allocation& made) {
  check::allocated(made.base, made.bytes, space_of(made.kind), call.name(), call.pc());
}

int allocate(const ApiCall& call, void** out, std::size_t bytes, MemoryKind kind, unsigned flags) {
  if (!out) return cudaErrorInvalidValue;
  *out = nullptr;
  if (bytes == 0) return cudaSuccess;
  const Allocation made = allocations().create(bytes, kind, flags);
  if (!made.base) return cudaErrorMemoryAllocation;
  tell_allocated(call, made);
  *out = made.base;
  return cudaSuccess;
}

int free_device(const ApiCall& call, void* p) {
  if (!p) return cudaSuccess;
  Allocation allocation;
  const bool known = allocations().find(p, &allocation);
  const bool freeable =
      known && allocation.base == p && !allocation.internal &&
      (allocation.kind == MemoryKind::kDevice || allocation.kind == MemoryKind::kManaged);
  if (!freeable) {
    check::refused_free(p, call.name(), call.pc());
    return cudaErrorInvalidValue;
  }
  // Stream-ordered memory is taken to be out of use already; anything else waits for the device.
  const bool pooled = allocation.pool != nullptr;
  if (!pooled) streams().wait_for_all();
  if (int error = device_status()) return error;
  check::freed(p, call.name(), call.pc(), nullptr);
  if (pooled) forget_in_pool(allocation);
  allocations().destroy(allocation, pooled);
  return cudaSuccess;
}

int allocate_kind(const ApiCall& call, void** out, std::size_t bytes, MemoryKind kind,
                  unsigned flags) {
  if (out && bytes == 0) {
    *out = nullptr;
    return call.enter_any();  // succeeds even on a failed device
  }
  if (int error = call.enter_unsafe()) return error;
  return allocate(call, out, bytes, kind, flags);
}

int allocate_pitched(const ApiCall& call, void** out, std::size_t* pitch, std::size_t width,
                     std::size_t rows) {
  if (int error = call.enter_unsafe()) return error;
  if (!out || !pitch) return cudaErrorInvalidValue;
  *pitch = rows == 0 ? 0 : (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  return allocate(call, out, *pitch * rows, MemoryKind::kDevice, 0);
}

}  // namespace warpup::runtime

using warpup::runtime::MemoryKind;

extern "C" {

cudaError_t cudaMalloc(void** devPtr, size_t size) {
  WARPUP_API_CALL(call);
  return call.end(allocate_kind(call, devPtr, size, MemoryKind::kDevice, 0));
}

cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  WARPUP_API_CALL(call);
  return call.end(allocate_pitched(call, devPtr, pitch, width, height));
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* out, cudaExtent extent) {
  WARPUP_API_CALL(call);
  if (!out) return call.end(cudaErrorInvalidValue);
  const size_t rows = extent.height * extent.depth;
  const int error = allocate_pitched(call, &out->ptr, &out->pitch, extent.width, rows);
  out->xsize = extent.width;
  out->ysize = extent.height;
  return call.end(error);
}

cudaError_t cudaFree(void* devPtr) {
  WARPUP_API_CALL(call);
  if (int error = call.enter_unsafe()) return call.end(error);
  return call.end(free_device(call, devPtr));
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  const size_t all = warpup::runtime::device_memory_bytes();
  if (total) *total = all;
  if (free) *free = all - warpup::runtime::allocations().device_bytes_in_use();
  return call.end(cudaSuccess);
}

}  // extern "C"
