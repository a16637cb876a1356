// Merging two sorted ranges: one device thread.
#pragma once

#include <thrust/detail/seq.h>
#include <thrust/system/cuda/detail/run_grid.h>
#include <thrust/system/detail/sequential/merge.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class D, class In1, class In2, class Out, class Less>
Out merge(execution_policy<D>& exec, In1 first1, In1 last1, In2 first2, In2 last2, Out result,
          Less less) {
  return call_on_device(exec, "merge", [=] {
    return thrust::merge(thrust::seq, first1, last1, first2, last2, result, less);
  });
}

template <class D, class Keys1, class Keys2, class Values1, class Values2, class Keys, class Values,
          class Less>
thrust::pair<Keys, Values> merge_by_key(execution_policy<D>& exec, Keys1 first1, Keys1 last1,
                                        Keys2 first2, Keys2 last2, Values1 values1, Values2 values2,
                                        Keys keys, Values values, Less less) {
  return call_on_device(exec, "merge_by_key", [=] {
    return thrust::merge_by_key(thrust::seq, first1, last1, first2, last2, values1, values2, keys,
                                values, less);
  });
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
