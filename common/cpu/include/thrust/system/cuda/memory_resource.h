// Where device_vector, universal_vector and pinned host vectors get their memory: the runtime API,
// so that the checker knows each allocation and the program's line that made it.
#pragma once

#include <thrust/detail/config.h>
#include <thrust/mr/host_memory_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/cuda/pointer.h>
#include <thrust/system/detail/bad_alloc.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cuda {
namespace detail {

struct DeviceMemory {
  static cudaError_t allocate(void** p, std::size_t bytes) { return ::cudaMalloc(p, bytes); }
  static cudaError_t free(void* p) { return ::cudaFree(p); }
};
struct ManagedMemory {
  static cudaError_t allocate(void** p, std::size_t bytes) {
    return ::cudaMallocManaged(p, bytes, cudaMemAttachGlobal);
  }
  static cudaError_t free(void* p) { return ::cudaFree(p); }
};
struct PinnedMemory {
  static cudaError_t allocate(void** p, std::size_t bytes) { return ::cudaMallocHost(p, bytes); }
  static cudaError_t free(void* p) { return ::cudaFreeHost(p); }
};

template <class Memory, class Pointer>
class Resource final : public mr::memory_resource<Pointer> {
 public:
  Pointer do_allocate(std::size_t bytes, std::size_t = THRUST_MR_DEFAULT_ALIGNMENT) override {
    const ::warpup::LibraryCall call;
    void* p = nullptr;
    const cudaError_t status = Memory::allocate(&p, bytes);
    if (status != cudaSuccess) {
      cudaGetLastError();
      throw thrust::system::detail::bad_alloc(thrust::cuda_category().message(status).c_str());
    }
    return Pointer(p);
  }
  void do_deallocate(Pointer p, std::size_t, std::size_t) override {
    const ::warpup::LibraryCall call;
    thrust::cuda_cub::throw_on_error(Memory::free(thrust::detail::pointer_traits<Pointer>::get(p)),
                                     "CUDA free failed");
  }
};

}  // namespace detail

using memory_resource = detail::Resource<detail::DeviceMemory, thrust::cuda::pointer<void>>;
using universal_memory_resource =
    detail::Resource<detail::ManagedMemory, thrust::cuda::universal_pointer<void>>;
using universal_host_pinned_memory_resource =
    detail::Resource<detail::PinnedMemory, thrust::cuda::universal_pointer<void>>;

}  // namespace cuda
}  // namespace system

namespace cuda {
using thrust::system::cuda::memory_resource;
using thrust::system::cuda::universal_host_pinned_memory_resource;
using thrust::system::cuda::universal_memory_resource;
}  // namespace cuda
THRUST_NAMESPACE_END
