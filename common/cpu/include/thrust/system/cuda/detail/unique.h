// unique and its kin. (The generic ones read the element before the first.)
#pragma once

#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/detail/function.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/system/cuda/detail/run_grid.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// Whether element i differs from the one before it.
template <class Iterator, class Equal>
struct BeginsGroup {
  Iterator first;
  thrust::detail::wrapped_function<Equal, bool> equal;
  bool operator()(Index i) const { return i == 0 || !equal(*(first + (i - 1)), *(first + i)); }
};

/// The flags of all elements, as a range that is computed.
template <class Iterator, class Equal>
auto group_begins(Iterator first, Equal equal) {
  using Wrapped = thrust::detail::wrapped_function<Equal, bool>;
  return thrust::make_transform_iterator(thrust::counting_iterator<Index>(0),
                                         BeginsGroup<Iterator, Equal>{first, Wrapped(equal)});
}

template <class D, class In, class Out, class Equal>
Out unique_copy(execution_policy<D>& exec, In first, In last, Out result, Equal equal) {
  const ::warpup::LibraryCall call;
  return thrust::copy_if(exec, first, last, group_begins(first, equal), result,
                         thrust::identity<bool>());
}

template <class D, class Iterator, class Equal>
auto unique_count(execution_policy<D>& exec, Iterator first, Iterator last, Equal equal) {
  const ::warpup::LibraryCall call;
  const auto begins = group_begins(first, equal);
  return thrust::count_if(exec, begins, begins + (last - first), thrust::identity<bool>());
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
