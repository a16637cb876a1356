// Writes one element of device memory: device_vector's v[i] = x.
#pragma once

#include <thrust/system/cuda/detail/cross_system.h>
#include <thrust/system/cuda/detail/get_value.h>

#include <type_traits>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// Either pointer may be the host's: the address tells.
template <class D, class To, class From>
void assign_value(execution_policy<D>& exec, To to, From from) {
  using T = typename thrust::iterator_value<To>::type;
  using S = typename thrust::iterator_value<From>::type;
  T* raw_to = thrust::raw_pointer_cast(to);
  const S* raw_from = thrust::raw_pointer_cast(from);
  if (::warpup::on_device()) {
    *raw_to = *raw_from;
  } else if constexpr (std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<S>>) {
    copy_bytes(exec, raw_to, raw_from, sizeof(T), cudaMemcpyDefault);
  } else {
    alignas(S) unsigned char bytes[sizeof(S)];
    copy_bytes(exec, bytes, raw_from, sizeof(S), cudaMemcpyDefault);
    const T value(*reinterpret_cast<const S*>(bytes));
    copy_bytes(exec, raw_to, &value, sizeof(T), cudaMemcpyDefault);
  }
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
