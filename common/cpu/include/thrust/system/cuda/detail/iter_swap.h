// swap(v[i], v[j]) of device memory.
#pragma once

#include <thrust/detail/swap.h>
#include <thrust/system/cuda/detail/assign_value.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class D, class A, class B>
void iter_swap(execution_policy<D>& exec, A a, B b) {
  if (::warpup::on_device()) {
    using thrust::swap;
    swap(*thrust::raw_pointer_cast(a), *thrust::raw_pointer_cast(b));
    return;
  }
  const auto first = get_value(exec, a);
  assign_value(exec, a, b);
  assign_value(exec, b, &first);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
