#include "pool.h"

#include <mutex>
#include <unordered_set>

#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "cuda_runtime_api.h"
#include "memory.h"
#include "stream.h"

namespace warpup::runtime {
namespace {

using MemPool = CUmemPoolHandle_st;

std::mutex pools_mutex;
MemPool* device_pool = nullptr;  // cudaDeviceSetMemPool; null: the default one

std::unordered_set<MemPool*>& known_pools() {
  static auto* pools = new std::unordered_set<MemPool*>{&default_pool()};
  return *pools;
}

bool known(MemPool* pool) {
  const std::lock_guard<std::mutex> lock(pools_mutex);
  return known_pools().count(pool) != 0;
}

}  // namespace

MemPool* current_pool() {
  const std::lock_guard<std::mutex> lock(pools_mutex);
  return device_pool ? device_pool : &default_pool();
}

namespace {

// Freeing takes place in the stream; until then the memory belongs to the program.
class FreeWork final : public Work {
 public:
  explicit FreeWork(const Allocation& allocation) : allocation_(allocation) {}
  int run(check::Op*) override {
    allocations().destroy(allocation_, true);
    return cudaSuccess;
  }
  int node_type() const override { return cudaGraphNodeTypeMemFree; }

 private:
  Allocation allocation_;
};

}  // namespace

int allocate_from(const ApiCall& call, void** out, std::size_t bytes, MemPool* pool,
                  cudaStream_t handle) {
  if (int error = call.enter()) return error;
  if (!out) return cudaErrorInvalidValue;
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!known(pool)) return cudaErrorInvalidValue;
  *out = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (int error = refuse_implicit_capture(*stream)) return error;
  const Allocation made = allocations().create(bytes, MemoryKind::kDevice, 0, pool);
  if (!made.base) return cudaErrorMemoryAllocation;
  {
    const std::lock_guard<std::mutex> lock(pools_mutex);
    pool->used += bytes;
    if (pool->used > pool->used_high) pool->used_high = pool->used;
    if (pool->used > pool->reserved_high) pool->reserved_high = pool->used;
  }
  tell_allocated(call, made);
  if (!capture_memory(*stream, made)) streams().submit(*stream, nullptr, call);
  *out = made.base;
  return cudaSuccess;
}

int free_in_stream(const ApiCall& call, void* p, cudaStream_t handle) {
  if (int error = call.enter()) return error;
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!p) return cudaSuccess;
  Allocation allocation;
  const bool freeable = allocations().find(p, &allocation) && allocation.base == p &&
                        allocation.kind == MemoryKind::kDevice && !allocation.internal;
  if (!freeable) {
    check::refused_free(p, call.name(), call.pc());
    return cudaErrorInvalidValue;
  }
  if (int error = refuse_implicit_capture(*stream)) return error;
  if (capture_free(*stream)) return cudaSuccess;
  if (!allocations().begin_free(p)) {
    check::refused_free(p, call.name(), call.pc());
    return cudaErrorInvalidValue;
  }
  if (allocation.pool) forget_in_pool(allocation);
  const TaskPtr task = streams().submit(*stream, std::make_shared<FreeWork>(allocation), call);
  check::freed(p, call.name(), call.pc(), task ? task->op : nullptr);
  return cudaSuccess;
}

namespace {

int get_attribute(MemPool* pool, cudaMemPoolAttr attribute, void* value) {
  if (!known(pool) || !value) return cudaErrorInvalidValue;
  const std::lock_guard<std::mutex> lock(pools_mutex);
  auto* number = static_cast<std::uint64_t*>(value);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = pool->reuse[attribute];
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      *number = pool->release_threshold;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      *number = pool->used;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
      *number = pool->reserved_high;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      *number = pool->used_high;
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

int set_attribute(MemPool* pool, cudaMemPoolAttr attribute, const void* value) {
  if (!known(pool) || !value) return cudaErrorInvalidValue;
  const std::lock_guard<std::mutex> lock(pools_mutex);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      pool->reuse[attribute] = *static_cast<const int*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      pool->release_threshold = *static_cast<const std::uint64_t*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:  // a high mark can only be reset
      if (*static_cast<const std::uint64_t*>(value) != 0) return cudaErrorInvalidValue;
      (attribute == cudaMemPoolAttrUsedMemHigh ? pool->used_high : pool->reserved_high) =
          pool->used;
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

int create_pool(MemPool** out, const cudaMemPoolProps* props) {
  if (!out || !props || props->allocType != cudaMemAllocationTypePinned ||
      props->location.type != cudaMemLocationTypeDevice) {
    return cudaErrorInvalidValue;
  }
  if (props->location.id != 0) return cudaErrorInvalidDevice;
  *out = new MemPool;
  (*out)->program = true;
  const std::lock_guard<std::mutex> lock(pools_mutex);
  known_pools().insert(*out);
  return cudaSuccess;
}

}  // namespace

CUmemPoolHandle_st& default_pool() {
  static auto* pool = new MemPool;
  return *pool;
}

void forget_in_pool(const Allocation& allocation) {
  const std::lock_guard<std::mutex> lock(pools_mutex);
  allocation.pool->used -= allocation.bytes;
}

}  // namespace warpup::runtime

using namespace warpup::runtime;

extern "C" {

cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) {
  WARPUP_API_CALL(call);
  return call.end(allocate_from(call, devPtr, size, current_pool(), hStream));
}

cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool,
                                    cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(allocate_from(call, ptr, size, memPool, stream));
}

cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) {
  WARPUP_API_CALL(call);
  return call.end(free_in_stream(call, devPtr, hStream));
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (device != 0) return call.end(cudaErrorInvalidDevice);
  if (!memPool) return call.end(cudaErrorInvalidValue);
  *memPool = &default_pool();
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (device != 0) return call.end(cudaErrorInvalidDevice);
  if (!memPool) return call.end(cudaErrorInvalidValue);
  *memPool = current_pool();
  return call.end(cudaSuccess);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (device != 0) return call.end(cudaErrorInvalidDevice);
  if (!known(memPool)) return call.end(cudaErrorInvalidValue);
  const std::lock_guard<std::mutex> lock(pools_mutex);
  device_pool = memPool;
  return call.end(cudaSuccess);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  const int error = create_pool(memPool, poolProps);
  if (!error) warpup::check::object_created("memory pool", *memPool, call.name(), call.pc());
  return call.end(error);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (!known(memPool) || !memPool->program) return call.end(cudaErrorInvalidValue);
  {
    // The object stays: blocks that aren't freed yet still name it.
    const std::lock_guard<std::mutex> lock(pools_mutex);
    known_pools().erase(memPool);
    if (device_pool == memPool) device_pool = nullptr;
  }
  warpup::check::object_destroyed("memory pool", memPool);
  return call.end(cudaSuccess);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(known(memPool) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(set_attribute(memPool, attr, value));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(get_attribute(memPool, attr, value));
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList,
                                 size_t count) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (!known(memPool) || (!descList && count)) return call.end(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    if (descList[i].location.id != 0) return call.end(cudaErrorInvalidDevice);
    // The pool's own device always has access.
    if (descList[i].flags != cudaMemAccessFlagsProtReadWrite) {
      return call.end(cudaErrorInvalidValue);
    }
  }
  return call.end(cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool,
                                 cudaMemLocation* location) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (!flags || !location || !known(memPool)) return call.end(cudaErrorInvalidValue);
  if (location->id != 0) return call.end(cudaErrorInvalidDevice);
  *flags = cudaMemAccessFlagsProtReadWrite;
  return call.end(cudaSuccess);
}

}  // extern "C"
