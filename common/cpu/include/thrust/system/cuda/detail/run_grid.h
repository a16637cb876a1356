// How an algorithm runs on the device: as a kernel with one thread an index, in the policy's
// stream.
#pragma once

#include <cuda_runtime.h>
#include <thrust/detail/temporary_array.h>
#include <thrust/system/cuda/detail/get_value.h>
#include <thrust/system/cuda/detail/util.h>

#include <new>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// What cu2cpp would make of a kernel that calls f(i) for each i < n; these headers need no cu2cpp.
template <class F>
void index_kernel(F f, Index n) {
  ::warpup::launch<static_cast<void (*)(F, Index)>(&index_kernel<F>), 0, 0>(
      [](F g, Index count) {
        const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
        if (i < count) g(i);  // the last block may be partial
      },
      f, n);
}

/// Runs f(0), ..., f(n - 1) as CUDA threads and waits, unless the policy says not to. Throws
/// system_error. In a kernel they run one after another, in the calling thread.
template <class D, class F>
void run_grid(execution_policy<D>& exec, const char* what, Index n, F f) {
  if (::warpup::on_device()) {
    for (Index i = 0; i < n; ++i) f(i);
    return;
  }
  if (n <= 0) return;
  const ::warpup::LibraryCall call;
  constexpr unsigned kThreads = 256;
  const auto blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  ::warpup::configure(dim3(blocks), dim3(kThreads), 0, stream(exec));
  index_kernel(f, n);
  throw_on_error(::cudaPeekAtLastError(), what);
  if (must_perform_optional_stream_synchronization(derived_cast(exec))) synchronize(exec, what);
}

/// What `f()`, run by one thread on the device, returns.
template <class D, class F>
auto call_on_device(execution_policy<D>& exec, const char* what, F f) {
  using Result = decltype(f());
  const ::warpup::LibraryCall call;
  thrust::detail::temporary_array<Result, D> cell(exec, 1);
  Result* result = thrust::raw_pointer_cast(cell.data());
  run_grid(exec, what, 1, [=](Index) mutable { ::new (static_cast<void*>(result)) Result(f()); });
  return get_value(exec, result);
}

/// Elements that one thread of a reduction or scan takes one after another.
constexpr Index kRun = 64;
inline Index runs_of(Index n) { return (n + kRun - 1) / kRun; }
inline Index end_of_run(Index run, Index n) { return (run + 1) * kRun < n ? (run + 1) * kRun : n; }

}  // namespace cuda_cub
THRUST_NAMESPACE_END
