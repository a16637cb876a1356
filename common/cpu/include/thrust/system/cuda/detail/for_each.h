// One CUDA thread an element. transform, fill, generate, sequence, gather and most others are made
// of it (thrust/system/detail/generic).
#pragma once

#include <thrust/detail/function.h>
#include <thrust/distance.h>
#include <thrust/system/cuda/detail/run_grid.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class D, class Iterator, class Size, class F>
Iterator for_each_n(execution_policy<D>& exec, Iterator first, Size n, F f) {
  thrust::detail::wrapped_function<F, void> apply(f);
  run_grid(exec, "for_each", static_cast<Index>(n), [=](Index i) { apply(*(first + i)); });
  return first + n;
}

template <class D, class Iterator, class F>
Iterator for_each(execution_policy<D>& exec, Iterator first, Iterator last, F f) {
  return cuda_cub::for_each_n(exec, first, thrust::distance(first, last), f);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
