// Prefix sums: the sums of runs, their prefix sums, then each run again from what lies before it.
// `result` may be `first`.
#pragma once

#include <thrust/system/cuda/detail/reduce.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// before[r] = the elements of the runs up to r. Needs `before` for runs_of(n) elements.
template <class D, class Iterator, class T, class Op>
void sums_up_to_runs(execution_policy<D>& exec, Iterator first, Index n, T* before, Op op);

template <class D, class In, class Out, class T, class Op>
void inclusive_runs(execution_policy<D>& exec, In first, Index n, Out result, const T* before,
                    Op op) {
  thrust::detail::wrapped_function<Op, T> combine(op);
  run_grid(exec, "inclusive_scan", runs_of(n), [=](Index run) {
    const Index begin = run * kRun;
    T sum = thrust::raw_reference_cast(*(first + begin));
    if (run > 0) sum = combine(before[run - 1], sum);
    *(result + begin) = sum;
    for (Index i = begin + 1; i < end_of_run(run, n); ++i) {
      sum = combine(sum, *(first + i));
      *(result + i) = sum;
    }
  });
}

template <class D, class In, class Out, class T, class Op>
void exclusive_runs(execution_policy<D>& exec, In first, Index n, Out result, const T* before,
                    T init, Op op) {
  thrust::detail::wrapped_function<Op, T> combine(op);
  run_grid(exec, "exclusive_scan", runs_of(n), [=](Index run) {
    T sum = init;
    if (run > 0) sum = combine(sum, before[run - 1]);
    for (Index i = run * kRun; i < end_of_run(run, n); ++i) {
      const T next = combine(sum, *(first + i));  // read first: the result may go there
      *(result + i) = sum;
      sum = next;
    }
  });
}

template <class D, class Iterator, class T, class Op>
void sums_up_to_runs(execution_policy<D>& exec, Iterator first, Index n, T* before, Op op) {
  const Index runs = runs_of(n);
  reduce_runs(exec, "scan", first, n, runs, before, op);
  if (runs == 1) return;
  thrust::detail::temporary_array<T, D> memory(exec, runs_of(runs));
  T* further = thrust::raw_pointer_cast(memory.data());
  sums_up_to_runs(exec, before, runs, further, op);
  inclusive_runs(exec, before, runs, before, further, op);
}

template <class D, class In, class Out, class Op>
Out inclusive_scan(execution_policy<D>& exec, In first, In last, Out result, Op op) {
  using T = typename thrust::iterator_value<In>::type;
  const Index n = thrust::distance(first, last);
  if (n <= 0) return result;
  const ::warpup::LibraryCall call;
  thrust::detail::temporary_array<T, D> memory(exec, runs_of(n));
  T* before = thrust::raw_pointer_cast(memory.data());
  sums_up_to_runs(exec, first, n, before, op);
  inclusive_runs(exec, first, n, result, before, op);
  return result + n;
}

template <class D, class In, class Out, class T, class Op>
Out exclusive_scan(execution_policy<D>& exec, In first, In last, Out result, T init, Op op) {
  const Index n = thrust::distance(first, last);
  if (n <= 0) return result;
  const ::warpup::LibraryCall call;
  thrust::detail::temporary_array<T, D> memory(exec, runs_of(n));
  T* before = thrust::raw_pointer_cast(memory.data());
  sums_up_to_runs(exec, first, n, before, op);
  exclusive_runs(exec, first, n, result, before, init, op);
  return result + n;
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
