// Pinned and registered host memory.
#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "cuda_runtime_api.h"
#include "memory.h"
#include "stream.h"

namespace check = warpup::check;
using warpup::runtime::Allocation;
using warpup::runtime::allocations;
using warpup::runtime::ApiCall;
using warpup::runtime::MemoryKind;
using warpup::runtime::streams;

namespace {

constexpr unsigned kAllocFlags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kRegisterFlags = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                    cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

int allocate_pinned(const ApiCall& call, void** out, size_t bytes, unsigned flags) {
  if (int error = call.enter_unsafe()) return error;
  if (flags & ~kAllocFlags) return cudaErrorInvalidValue;
  return allocate(call, out, bytes, MemoryKind::kPinned, flags);
}

int free_pinned(const ApiCall& call, void* p) {
  if (int error = call.enter_unsafe()) return error;
  if (!p) return cudaSuccess;
  Allocation allocation;
  const bool known = allocations().find(p, &allocation);
  if (!known || allocation.base != p || allocation.kind != MemoryKind::kPinned) {
    check::refused_free(p, call.name(), call.pc());
    return cudaErrorInvalidValue;
  }
  streams().wait_for_all();
  if (int error = warpup::runtime::device_status()) return error;
  check::freed(p, call.name(), call.pc(), nullptr);
  allocations().destroy(allocation);
  return cudaSuccess;
}

int register_memory(const ApiCall& call, void* p, size_t bytes, unsigned flags) {
  if (int error = call.enter_unsafe()) return error;
  if (!p || bytes == 0 || (flags & ~kRegisterFlags)) return cudaErrorInvalidValue;
  if (warpup::runtime::address_kind(p) == MemoryKind::kDevice) return cudaErrorInvalidValue;
  if (!allocations().register_host(p, bytes, flags)) {
    return cudaErrorHostMemoryAlreadyRegistered;
  }
  check::allocated(p, bytes, check::Space::kRegistered, call.name(), call.pc());
  return cudaSuccess;
}

int unregister_memory(const ApiCall& call, void* p) {
  if (int error = call.enter_unsafe()) return error;
  if (!p) return cudaErrorInvalidValue;
  Allocation allocation;
  if (!allocations().find(p, &allocation) || allocation.kind != MemoryKind::kRegistered) {
    return cudaErrorHostMemoryNotRegistered;
  }
  streams().wait_for_all();
  if (!allocations().unregister_host(p)) return cudaErrorHostMemoryNotRegistered;
  check::freed(p, call.name(), call.pc(), nullptr);
  return cudaSuccess;
}

// Pinned or registered memory that holds `p`.
bool find_host(void* p, Allocation* out) {
  return allocations().find(p, out) &&
         (out->kind == MemoryKind::kPinned || out->kind == MemoryKind::kRegistered);
}

}  // namespace

extern "C" {

cudaError_t cudaMallocHost(void** ptr, size_t size) {
  WARPUP_API_CALL(call);
  return call.end(allocate_pinned(call, ptr, size, cudaHostAllocDefault));
}

cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned flags) {
  WARPUP_API_CALL(call);
  return call.end(allocate_pinned(call, pHost, size, flags));
}

cudaError_t cudaFreeHost(void* ptr) {
  WARPUP_API_CALL(call);
  return call.end(free_pinned(call, ptr));
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned flags) {
  WARPUP_API_CALL(call);
  return call.end(register_memory(call, ptr, size, flags));
}

cudaError_t cudaHostUnregister(void* ptr) {
  WARPUP_API_CALL(call);
  return call.end(unregister_memory(call, ptr));
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned flags) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  Allocation allocation;
  if (!pDevice || flags != 0 || !find_host(pHost, &allocation)) {
    return call.end(cudaErrorInvalidValue);
  }
  *pDevice = pHost;
  return call.end(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned* pFlags, void* pHost) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  Allocation allocation;
  if (!pFlags || !find_host(pHost, &allocation)) return call.end(cudaErrorInvalidValue);
  // All pinned memory is mapped where host and device share their addresses.
  *pFlags = allocation.flags | cudaHostAllocMapped;
  return call.end(cudaSuccess);
}

}  // extern "C"
