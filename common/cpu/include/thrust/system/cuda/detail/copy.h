// Copies on the device, and between host and device: one cudaMemcpyAsync where both sides are plain
// memory of one type, otherwise through a buffer.
#pragma once

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/temporary_array.h>
#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/detail/cross_system.h>
#include <thrust/system/cuda/detail/get_value.h>
#include <thrust/system/detail/generic/copy.h>
#include <thrust/type_traits/is_trivially_relocatable.h>

#include <iterator>
#include <type_traits>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class In, class Out>
constexpr bool is_memcpy = thrust::is_indirectly_trivially_relocatable_to<In, Out>::value;

template <class System>
constexpr bool is_cuda = std::is_base_of<execution_policy<System>, System>::value;

template <class Iterator>
auto* plain_address(Iterator it) {
  return thrust::raw_pointer_cast(&*it);
}

template <class D, class In, class Out>
Out copy(execution_policy<D>& exec, In first, In last, Out result) {
  if constexpr (is_memcpy<In, Out>) {
    if (::warpup::on_device()) {
      for (; first != last; ++first, ++result) *result = *first;
      return result;
    }
    const auto n = thrust::distance(first, last);
    if (n <= 0) return result;
    copy_bytes(exec, plain_address(result), plain_address(first),
               n * sizeof(typename thrust::iterator_value<In>::type), cudaMemcpyDeviceToDevice);
    return result + n;
  } else {
    return thrust::system::detail::generic::copy(exec, first, last, result);
  }
}

template <class D, class In, class Out>
Out copy_to_host(execution_policy<D>& exec, In first, Index n, Out result) {
  using T = typename thrust::iterator_value<In>::type;
  const ::warpup::LibraryCall call;
  if constexpr (is_memcpy<In, Out>) {
    copy_bytes(exec, plain_address(result), plain_address(first), n * sizeof(T),
               cudaMemcpyDeviceToHost);
    return result + n;
  } else {
    thrust::host_system_tag host;
    thrust::detail::temporary_array<T, D> here(exec, first, first + n);
    thrust::detail::temporary_array<T, thrust::host_system_tag> there(host, n);
    copy_bytes(exec, plain_address(there.begin()), plain_address(here.begin()), n * sizeof(T),
               cudaMemcpyDeviceToHost);
    return thrust::copy(host, there.begin(), there.end(), result);
  }
}

template <class D, class In, class Out>
Out copy_to_device(execution_policy<D>& exec, In first, In last, Index n, Out result) {
  using T = typename thrust::iterator_value<In>::type;
  const ::warpup::LibraryCall call;
  if constexpr (is_memcpy<In, Out>) {
    copy_bytes(exec, plain_address(result), plain_address(first), n * sizeof(T),
               cudaMemcpyHostToDevice);
    return result + n;
  } else {
    thrust::host_system_tag host;
    thrust::detail::temporary_array<T, thrust::host_system_tag> there(host, first, last);
    thrust::detail::temporary_array<T, D> here(exec, n);
    copy_bytes(exec, plain_address(here.begin()), plain_address(there.begin()), n * sizeof(T),
               cudaMemcpyHostToDevice);
    return cuda_cub::copy(exec, here.begin(), here.end(), result);
  }
}

template <class From, class To, class In, class Out>
Out copy(cross_system<From, To>& systems, In first, In last, Out result) {
  const Index n = thrust::distance(first, last);
  if (n <= 0) return result;
  if constexpr (is_cuda<From>) {
    return copy_to_host(derived_cast(systems.sys1), first, n, result);
  } else {
    return copy_to_device(derived_cast(systems.sys2), first, last, n, result);
  }
}

template <class From, class To, class In, class Size, class Out>
Out copy_n(cross_system<From, To>& systems, In first, Size n, Out result) {
  return cuda_cub::copy(systems, first, std::next(first, n), result);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
