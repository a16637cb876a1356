// Streams and errors of an execution policy.
#pragma once

#include <cuda_runtime_api.h>
#include <thrust/detail/config.h>
#include <thrust/detail/execution_policy.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

#include <exception>

#include "warpup/library_call.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

using Index = long;  // of elements

inline cudaStream_t default_stream() { return nullptr; }

/// The stream of a policy without one of its own; policies with one have an overload.
template <class D>
cudaStream_t get_stream(execution_policy<D>&) {
  return default_stream();
}
template <class D>
cudaStream_t stream(execution_policy<D>& exec) {
  return get_stream(derived_cast(exec));
}

/// False for par_nosync.
template <class D>
bool must_perform_optional_stream_synchronization(execution_policy<D>&) {
  return true;
}

inline void throw_on_error(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // the exception tells it
  throw thrust::system_error(status, thrust::cuda_category(), what);
}
inline void throw_on_error(cudaError_t status) { throw_on_error(status, "Thrust"); }

/// Waits for the policy's stream.
template <class D>
void synchronize(execution_policy<D>& exec, const char* what) {
  throw_on_error(::cudaStreamSynchronize(stream(exec)), what);
}

[[noreturn]] inline void terminate() { std::terminate(); }

}  // namespace cuda_cub
THRUST_NAMESPACE_END
