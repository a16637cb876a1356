// Reduction: each thread takes a run of elements, and so on with the results. As on a GPU, the
// order in which elements meet is not that of a loop.
#pragma once

#include <thrust/detail/function.h>
#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/detail/run_grid.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// sums[r] = the elements of run r, for the first `runs` runs of [first, first + n).
template <class D, class Iterator, class T, class Op>
void reduce_runs(execution_policy<D>& exec, const char* what, Iterator first, Index n, Index runs,
                 T* sums, Op op) {
  thrust::detail::wrapped_function<Op, T> combine(op);
  run_grid(exec, what, runs, [=](Index run) {
    T sum = thrust::raw_reference_cast(*(first + run * kRun));
    for (Index i = run * kRun + 1; i < end_of_run(run, n); ++i) sum = combine(sum, *(first + i));
    ::new (static_cast<void*>(sums + run)) T(sum);
  });
}

template <class D, class Iterator, class T, class Op>
T reduce(execution_policy<D>& exec, Iterator first, Iterator last, T init, Op op) {
  Index n = thrust::distance(first, last);
  if (n <= 0) return init;
  const ::warpup::LibraryCall call;
  Index runs = runs_of(n);
  thrust::detail::temporary_array<T, D> memory(exec, runs + runs_of(runs));
  T* sums = thrust::raw_pointer_cast(memory.data());
  T* next = sums + runs;
  reduce_runs(exec, "reduce", first, n, runs, sums, op);
  for (n = runs; n > 1; n = runs) {
    runs = runs_of(n);
    reduce_runs(exec, "reduce", sums, n, runs, next, op);
    T* free = sums;
    sums = next;
    next = free;
  }
  thrust::detail::wrapped_function<Op, T> combine(op);
  run_grid(exec, "reduce", 1, [=](Index) { *sums = combine(init, *sums); });
  return get_value(exec, sums);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
