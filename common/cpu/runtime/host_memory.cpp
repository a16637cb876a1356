#include "host_memory.h"

#include "../checker/hooks.h"
#include "context.h"
#include "cuda_runtime_api.h"
#include "memory.h"
#include "stream.h"

namespace warpup::runtime {
namespace {

constexpr unsigned kAllocFlags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kRegisterFlags = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                    cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

}  // namespace

int allocate_pinned(const ApiCall& call, void** out, size_t bytes, unsigned flags) {
  if (flags & ~kAllocFlags) return cudaErrorInvalidValue;
  return allocate_kind(call, out, bytes, MemoryKind::kPinned, flags);
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
  if (int error = device_status()) return error;
  check::freed(p, call.name(), call.pc(), nullptr);
  allocations().destroy(allocation);
  return cudaSuccess;
}

int register_memory(const ApiCall& call, void* p, size_t bytes, unsigned flags) {
  if (int error = call.enter_unsafe()) return error;
  if (!p || bytes == 0 || (flags & ~kRegisterFlags)) return cudaErrorInvalidValue;
  if (address_kind(p) != MemoryKind::kPageable) return cudaErrorInvalidValue;
  if (!allocations().register_host(p, bytes, flags)) {
    return cudaErrorHostMemoryAlreadyRegistered;
  }
  check::allocated(p, bytes, check::Space::kRegistered, call.name(), call.pc());
  return cudaSuccess;
}

int unregister_memory(const ApiCall& call, void* p) {
  if (int error = call.enter_unsafe()) return error;
  if (!p || address_kind(p) != MemoryKind::kPageable) {
    return cudaErrorInvalidValue;
  }
  Allocation allocation;
  if (!allocations().find(p, &allocation)) return cudaErrorHostMemoryNotRegistered;
  if (allocation.base != p) return cudaErrorInvalidValue;
  streams().wait_for_all();
  if (!allocations().unregister_host(p)) return cudaErrorHostMemoryNotRegistered;
  check::freed(p, call.name(), call.pc(), nullptr);
  return cudaSuccess;
}

// All pinned memory is mapped, and portable, where host and device share their addresses.
unsigned host_flags(const Allocation& allocation) {
  const bool combined =
      allocation.kind == MemoryKind::kPinned && (allocation.flags & cudaHostAllocWriteCombined);
  return cudaHostAllocMapped | (combined ? cudaHostAllocWriteCombined : 0);
}

bool find_host(void* p, Allocation* out) {
  return allocations().find(p, out) &&
         (out->kind == MemoryKind::kPinned || out->kind == MemoryKind::kRegistered);
}

}  // namespace warpup::runtime

using warpup::runtime::Allocation;

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
  *pFlags = warpup::runtime::host_flags(allocation);
  return call.end(cudaSuccess);
}

}  // extern "C"
