// unique_by_key_copy, from which the generic unique_by_key is made.
#pragma once

#include <thrust/iterator/zip_iterator.h>
#include <thrust/pair.h>
#include <thrust/system/cuda/detail/unique.h>
#include <thrust/tuple.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class D, class KeysIn, class ValuesIn, class Keys, class Values, class Equal>
thrust::pair<Keys, Values> unique_by_key_copy(execution_policy<D>& exec, KeysIn first, KeysIn last,
                                              ValuesIn values_in, Keys keys, Values values,
                                              Equal equal) {
  const ::warpup::LibraryCall call;
  const auto in = thrust::make_zip_iterator(thrust::make_tuple(first, values_in));
  const auto out = thrust::make_zip_iterator(thrust::make_tuple(keys, values));
  const auto end = thrust::copy_if(exec, in, in + (last - first), group_begins(first, equal), out,
                                   thrust::identity<bool>());
  return thrust::make_pair(keys + (end - out), values + (end - out));
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
