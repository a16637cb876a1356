// Device memory for thrust::malloc, and for what algorithms need for themselves.
#pragma once

#include <thrust/detail/malloc_and_free.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/detail/bad_alloc.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class D>
void* malloc(execution_policy<D>&, std::size_t bytes) {
  const ::warpup::LibraryCall call;
  void* p = nullptr;
  const cudaError_t status = ::cudaMalloc(&p, bytes);
  if (status != cudaSuccess) {
    cudaGetLastError();
    throw thrust::system::detail::bad_alloc(thrust::cuda_category().message(status).c_str());
  }
  return p;
}

template <class D, class Pointer>
void free(execution_policy<D>&, Pointer p) {
  const ::warpup::LibraryCall call;
  throw_on_error(::cudaFree(thrust::raw_pointer_cast(p)), "CUDA free failed");
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
