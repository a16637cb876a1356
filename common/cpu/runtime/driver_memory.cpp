// Memory by the driver API.
#include "cuda_runtime_api.h"
#include "driver.h"
#include "host_memory.h"
#include "memory.h"
#include "pool.h"

using namespace warpup::runtime;

namespace {

int allocate_device(const ApiCall& call, CUdeviceptr* out, size_t bytes, MemoryKind kind,
                    unsigned flags) {
  if (int error = call.enter_unsafe()) return error;
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return allocate(call, reinterpret_cast<void**>(out), bytes, kind, flags);
}

int allocate_rows(const ApiCall& call, CUdeviceptr* out, size_t* pitch, size_t width, size_t height,
                  unsigned element) {
  if (int error = call.enter_unsafe()) return error;
  const bool size = element == 4 || element == 8 || element == 16;
  if (!size || width == 0 || height == 0) return CUDA_ERROR_INVALID_VALUE;
  return allocate_pitched(call, reinterpret_cast<void**>(out), pitch, width, height);
}

int find_range(const ApiCall& call, CUdeviceptr* base, size_t* bytes, CUdeviceptr p) {
  if (int error = call.enter()) return error;
  Allocation allocation;
  if (!allocations().find(pointer(p), &allocation)) return CUDA_ERROR_NOT_FOUND;
  if (base) *base = reinterpret_cast<CUdeviceptr>(allocation.base);
  if (bytes) *bytes = allocation.bytes;
  return CUDA_SUCCESS;
}

int give_attribute(void* data, CUpointer_attribute attribute, CUdeviceptr p) {
  Allocation allocation;
  if (!data || !allocations().find(pointer(p), &allocation)) return CUDA_ERROR_INVALID_VALUE;
  const bool device = allocation.kind == MemoryKind::kDevice;
  const bool managed = allocation.kind == MemoryKind::kManaged;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      *static_cast<CUcontext*>(data) = handle_of(&primary_context());
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<CUmemorytype*>(data) =
          device || managed ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *static_cast<CUdeviceptr*>(data) = p;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (device) return CUDA_ERROR_INVALID_VALUE;
      *static_cast<void**>(data) = pointer(p);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      *static_cast<unsigned*>(data) = managed;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(data) = 0;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      *static_cast<CUdeviceptr*>(data) = reinterpret_cast<CUdeviceptr>(allocation.base);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      *static_cast<size_t*>(data) = allocation.bytes;
      return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

extern "C" {

CUresult cuMemGetInfo(size_t* free, size_t* total) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  const size_t all = device_memory_bytes();
  if (total) *total = all;
  if (free) *free = all - allocations().device_bytes_in_use();
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuMemAlloc(CUdeviceptr* dptr, size_t bytesize) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, allocate_device(call, dptr, bytesize, MemoryKind::kDevice, 0));
}

CUresult cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned flags) {
  WARPUP_DRIVER_CALL(call);
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST) {
    return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  }
  return driver_end(call, allocate_device(call, dptr, bytesize, MemoryKind::kManaged, flags));
}

CUresult cuMemAllocPitch(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height,
                         unsigned ElementSizeBytes) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call,
                    allocate_rows(call, dptr, pPitch, WidthInBytes, Height, ElementSizeBytes));
}

CUresult cuMemFree(CUdeviceptr dptr) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter_unsafe()) return driver_end(call, error);
  return driver_end(call, free_device(call, pointer(dptr)));
}

CUresult cuMemGetAddressRange(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, find_range(call, pbase, psize, dptr));
}

CUresult cuMemAllocHost(void** pp, size_t bytesize) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, allocate_pinned(call, pp, bytesize, 0));
}

CUresult cuMemHostAlloc(void** pp, size_t bytesize, unsigned Flags) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, allocate_pinned(call, pp, bytesize, Flags));
}

CUresult cuMemFreeHost(void* p) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, free_pinned(call, p));
}

CUresult cuMemHostRegister(void* p, size_t bytesize, unsigned Flags) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, register_memory(call, p, bytesize, Flags));
}

CUresult cuMemHostUnregister(void* p) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, unregister_memory(call, p));
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* pdptr, void* p, unsigned Flags) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  Allocation allocation;
  if (!pdptr || Flags != 0 || !find_host(p, &allocation)) {
    return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  }
  *pdptr = reinterpret_cast<CUdeviceptr>(p);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuMemHostGetFlags(unsigned* pFlags, void* p) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter()) return driver_end(call, error);
  Allocation allocation;
  if (!pFlags || !find_host(p, &allocation)) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  *pFlags = host_flags(allocation);
  return driver_end(call, CUDA_SUCCESS);
}

CUresult cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  if (bytesize == 0) return driver_end(call, CUDA_ERROR_INVALID_VALUE);
  return driver_end(
      call, allocate_from(call, reinterpret_cast<void**>(dptr), bytesize, current_pool(), hStream));
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  WARPUP_DRIVER_CALL(call);
  return driver_end(call, free_in_stream(call, pointer(dptr), hStream));
}

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  WARPUP_DRIVER_CALL(call);
  if (int error = call.enter_any()) return driver_end(call, error);
  return driver_end(call, give_attribute(data, attribute, ptr));
}

}  // extern "C"
