// Reads one element of device memory: device_vector's v[i], and *p of a device_ptr.
#pragma once

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/detail/util.h>

#include "warpup/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// A copy that the calling thread waits for, in the policy's stream.
template <class D>
void copy_bytes(execution_policy<D>& exec, void* to, const void* from, std::size_t bytes,
                cudaMemcpyKind kind) {
  const ::warpup::LibraryCall call;
  throw_on_error(::cudaMemcpyAsync(to, from, bytes, kind, stream(exec)), "copying");
  synchronize(exec, "copying");
}

template <class D, class Pointer>
typename thrust::iterator_value<Pointer>::type get_value(execution_policy<D>& exec, Pointer p) {
  using T = typename thrust::iterator_value<Pointer>::type;
  const T* raw = thrust::raw_pointer_cast(p);
  if (::warpup::on_device()) return *raw;
  alignas(T) unsigned char bytes[sizeof(T)];
  copy_bytes(exec, bytes, raw, sizeof(T), cudaMemcpyDeviceToHost);
  return *reinterpret_cast<T*>(bytes);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
